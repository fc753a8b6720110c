import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { FILE, makePhotoFixture, photoIdOf } from '#server/test/photo-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { attachPhotos } from '../access/attach-photos.ts';
import * as photos from '../photos.service.ts';
import { purgeOrphans, purgeUnattached } from '../photos.service.ts';

const app = await testApp();
const { ctx, clock, db, newId, objectsFolder, createPerson } = app;
/** Another machine on the same database, with a folder of its own. */
const other = await testApp({}, app);
let [base, otherBase] = ['', ''];
beforeAll(async () => {
  [base, otherBase] = [await app.listen(), await other.listen()];
});
const { addressFor, pathOf, put, show, store, filesOf } = makePhotoFixture(app, () => base);

const HOUR_MS = 3_600_000;
/** Writes a file to the object store with a modification time this many hours ago. */
function plantFile(key: string, hoursAgo: number): string {
  const file = path.join(objectsFolder, key);
  mkdirSync(path.dirname(file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, 'left behind');
  const at = new Date(clock.now().getTime() - hoursAgo * HOUR_MS);
  utimesSync(file, at, at);
  return file;
}
async function makeOld(...paths: string[]): Promise<void> {
  await db
    .updateTable('photo')
    .set({ created_at: new Date(clock.now().getTime() - 25 * HOUR_MS) })
    .where('id', 'in', paths.map(photoIdOf))
    .execute();
  for (const one of paths) for (const name of filesOf(one)) plantFile(`photos/${name}`, 25);
}

describe('photo cleanup', () => {
  it('deletes photos and files that are unattached for a day', async () => {
    const owner = await createPerson();
    const [kept, lost] = [await pathOf(owner), await pathOf(owner)];
    const waiting = await addressFor(owner);
    expect((await put(owner, waiting, FILE)).status).toBe(204);
    await inTransaction(ctx, (tx) => attachPhotos(tx, owner.id, [kept]));
    clock.forward(23 * HOUR_MS);
    await purgeUnattached(ctx);
    expect(filesOf(lost)).toHaveLength(3);
    clock.forward(2 * HOUR_MS);
    await db
      .updateTable('session')
      .set({ expires_at: new Date('2100-01-01') })
      .execute();
    await purgeUnattached(ctx);
    expect([lost, waiting].flatMap(filesOf)).toEqual([]);
    expect((await show(owner, lost)).statusCode).toBe(404);
    expect((await show(owner, kept)).statusCode).toBe(200);
  });

  it('deletes day-old files without a photo and partial files of killed writers', async () => {
    const owner = await createPerson();
    const [path1, ghost, young] = [await pathOf(owner), newId(), newId()];
    await inTransaction(ctx, (tx) => attachPhotos(tx, owner.id, [path1]));
    await makeOld(path1);
    const gone = [
      plantFile(`photos/${ghost}-320.webp`, 25),
      plantFile(`uploads/${ghost}`, 25),
      plantFile('photos/of-nothing-known.webp', 25),
      plantFile(`uploads/${ghost}.0d3f3d2e-6c3e-4f5e-8f53-3f6e4f1d2c1b.part`, 25),
      // the original with its metadata, beside the made pictures
      plantFile(`uploads/${photoIdOf(path1)}`, 25),
    ];
    const kept = [
      plantFile(`photos/${young}-320.webp`, 23),
      plantFile(`uploads/${young}.0d3f3d2e-6c3e-4f5e-8f53-3f6e4f1d2c1b.part`, 23),
    ];
    await purgeOrphans(ctx);
    expect(gone.filter((file) => existsSync(file))).toEqual([]);
    expect(kept.filter((file) => existsSync(file))).toEqual(kept);
    expect((await show(owner, path1)).statusCode).toBe(200);
    for (const file of kept) rmSync(file);
  });

  it('deletes an upload whose process was killed', async () => {
    const owner = await createPerson();
    const address = await addressFor(owner);
    await makeOld(address);
    await db
      .updateTable('photo')
      .set({ state: 'receiving', received_bytes: 1000 })
      .where('id', '=', photoIdOf(address))
      .execute();
    const half = plantFile(`uploads/${photoIdOf(address)}.0d3f3d2e-6c3e-4f5e-8f53-3f6e4f1d2c1b.part`, 25);
    await purgeUnattached(ctx);
    await purgeOrphans(ctx);
    expect(existsSync(half)).toBe(false);
    expect((await photos.photosByIds(ctx, [photoIdOf(address)])).size).toBe(0);
  });

  it('keeps a file that is not decoded yet', async () => {
    const owner = await createPerson();
    const address = await addressFor(owner);
    expect((await put(owner, address, FILE)).status).toBe(204);
    plantFile(`uploads/${photoIdOf(address)}`, 25);
    await purgeOrphans(ctx);
    expect((await store(owner, address)).statusCode).toBe(200);
  });

  it('keeps photos whose files are on another machine, or gone', async () => {
    const owner = await createPerson();
    const there = makePhotoFixture(other, () => otherBase);
    const paths = [await pathOf(owner), await pathOf(owner), await there.pathOf(owner)];
    await inTransaction(ctx, (tx) => attachPhotos(tx, owner.id, paths));
    await makeOld(...paths);
    const [first = '', second = '', third = ''] = paths;
    rmSync(path.join(objectsFolder, `photos/${photoIdOf(first)}-640.webp`));
    for (const one of [ctx, other.ctx]) {
      await purgeUnattached(one);
      await purgeOrphans(one);
    }
    expect([...(await photos.photosByIds(ctx, paths.map(photoIdOf))).keys()].toSorted()).toEqual(
      paths.map(photoIdOf).toSorted(),
    );
    expect([filesOf(first), filesOf(second), there.filesOf(third)].map(({ length }) => length)).toEqual([
      2, 3, 3,
    ]);
    expect((await there.show(owner, third)).statusCode).toBe(200);
  });

  it('logs how many it has deleted, and nothing if there were none', async () => {
    const owner = await createPerson();
    const lines: unknown[][] = [];
    const logged = { ...ctx, log: { ...ctx.log, info: (...line: unknown[]) => lines.push(line) } };
    await purgeUnattached(logged);
    await purgeOrphans(logged);
    lines.length = 0;
    await purgeUnattached(logged);
    await purgeOrphans(logged);
    expect(lines).toEqual([]);
    const unattached = [await pathOf(owner), await pathOf(owner)];
    await makeOld(...unattached);
    plantFile(`uploads/${newId()}`, 25);
    plantFile(`uploads/${newId()}.0d3f3d2e-6c3e-4f5e-8f53-3f6e4f1d2c1b.part`, 25);
    await purgeUnattached(logged);
    await purgeOrphans(logged);
    expect(lines).toEqual([
      [{ count: 2 }, 'deleted photos that nothing shows'],
      [{ count: 2 }, 'removed files that no photo needs'],
    ]);
  });
});
