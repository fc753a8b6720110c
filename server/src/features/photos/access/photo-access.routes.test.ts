import { MAX_PHOTOS_PER_DAY } from '@openlarder/domain/photos/photo-limits.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { FILE, headersOf, makePhotoFixture, photoIdOf } from '#server/test/photo-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import * as photos from '../photos.service.ts';
import { purgeOrphans, purgeUnattached } from '../photos.service.ts';
import { attachPhotos } from './attach-photos.ts';

const app = await testApp();
const { ctx, as, clock, db, newId, createPerson } = app;
let base = '';
beforeAll(async () => {
  base = await app.listen();
});
const { addressFor, pathOf, put, show, filesOf } = makePhotoFixture(app, () => base);

const attach = (person: TestPerson, paths: readonly string[]) =>
  inTransaction(ctx, (tx) => attachPhotos(tx, person.id, paths));
const letGo = (...paths: string[]) =>
  inTransaction(ctx, (tx) => photos.detachPhotos(tx, paths.map(photoIdOf)));
const cannotBeUsed = { status: 422, fields: { imageUrls: expect.any(String) } };

describe('photo visibility', () => {
  it('shows a photo to its owner until it is attached, then to everyone signed in', async () => {
    const [owner, other] = [await createPerson(), await createPerson()];
    const objectPath = await pathOf(owner);
    const hidden = await show(other, objectPath);
    const none = await show(other, '/objects/019a0000-0000-7000-8000-000000000000');
    expect([hidden.statusCode, none.statusCode]).toEqual([404, 404]);
    expect(hidden.body).toBe(none.body);
    expect(hidden.headers['cache-control']).toBe('no-store');
    expect((await show(owner, objectPath)).statusCode).toBe(200);
    const [photoId] = await attach(owner, [objectPath]);
    expect((await show(other, objectPath)).statusCode).toBe(200);
    expect((await show(null, objectPath)).statusCode).toBe(401);
    const shown = await photos.photosByIds(ctx, [photoId ?? '']);
    expect(shown.get(photoId ?? '')).toMatchObject({ objectPath, width: 64, height: 64 });
  });

  it('returns 304 to a browser that has it and 404 to a person who may not see it', async () => {
    const [owner, other] = [await createPerson(), await createPerson()];
    const objectPath = await pathOf(owner);
    const { etag } = (await show(owner, objectPath, 320)).headers;
    const ask = (person: TestPerson, tag: string, width = 320) =>
      as(person, { url: `${objectPath}?w=${width}`, headers: { 'if-none-match': tag } });
    const again = await ask(owner, `"x", W/${etag}`);
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    expect(again.headers['cache-control']).toBe('private, max-age=86400');
    expect((await ask(owner, `${etag}`, 640)).statusCode).toBe(200);
    expect((await ask(other, `${etag}`)).statusCode).toBe(404);
    await attach(owner, [objectPath]);
    expect((await ask(other, `${etag}`)).statusCode).toBe(304);
    await letGo(objectPath);
    expect((await ask(other, `${etag}`)).statusCode).toBe(404);
  });

  it('hides a detached photo from others and deletes it after a day', async () => {
    const [owner, other] = [await createPerson(), await createPerson()];
    const [kept, gone] = [await pathOf(owner), await pathOf(owner)];
    await attach(owner, [kept, gone]);
    await letGo(gone);
    await letGo();
    expect((await show(other, gone)).statusCode).toBe(404);
    expect((await show(other, kept)).statusCode).toBe(200);
    const make25HoursOld = (column: 'created_at' | 'detached_at') =>
      db
        .updateTable('photo')
        .set({ [column]: new Date(clock.now().getTime() - 25 * 3_600_000) })
        .where('id', 'in', [photoIdOf(kept), photoIdOf(gone)])
        .execute();
    await make25HoursOld('created_at');
    await purgeUnattached(ctx);
    // the day begins when it is taken off
    expect(filesOf(gone)).toHaveLength(3);
    await make25HoursOld('detached_at');
    await purgeUnattached(ctx);
    expect([filesOf(kept).length, filesOf(gone).length]).toEqual([3, 0]);
    expect((await show(owner, gone)).statusCode).toBe(404);
  });

  it.each(['/objects/x', '/objects/..%2f..%2fetc%2fpasswd', '/objects/%00', '/objects/'])(
    'is 404 for an invalid id: %s',
    async (url) => {
      expect((await as(await createPerson(), { url })).statusCode).toBe(404);
    },
  );
});

describe('attaching photos', () => {
  it('keeps the requested order and refuses foreign, unfinished and duplicate photos', async () => {
    const [owner, other] = [await createPerson(), await createPerson()];
    const [first, second, third] = [await pathOf(owner), await pathOf(owner), await pathOf(owner)];
    const waiting = `/objects/${photoIdOf(await addressFor(owner))}`;
    const theirs = await pathOf(other);
    const ids = await attach(owner, [second, first]);
    expect(ids.map((id) => `/objects/${id}`)).toEqual([second, first]);
    for (const paths of [[theirs], [waiting], [third, theirs], [third, third], [`/objects/${newId()}`]])
      await expect(attach(owner, paths)).rejects.toMatchObject(cannotBeUsed);
    await attach(other, [theirs]);
    await expect(attach(owner, [theirs])).rejects.toMatchObject(cannotBeUsed);
    // a refusal attaches nothing: the valid photo is still free
    expect(await attach(owner, [third])).toEqual([photoIdOf(third)]);
    expect(await attach(owner, [])).toEqual([]);
  });

  it('copies a photo that is already attached; both are independent afterwards', async () => {
    const [owner, other] = [await createPerson(), await createPerson()];
    const [shared, fresh] = [await pathOf(owner), await pathOf(owner)];
    await attach(owner, [shared]);
    const [copyId = '', freshId = ''] = await attach(owner, [shared, fresh]);
    expect(freshId).toBe(photoIdOf(fresh));
    expect(copyId).not.toBe(photoIdOf(shared));
    const copy = `/objects/${copyId}`;
    expect((await show(other, copy, 640)).rawPayload).toEqual((await show(other, shared, 640)).rawPayload);
    await letGo(shared);
    expect((await show(other, shared)).statusCode).toBe(404);
    expect((await show(other, copy)).statusCode).toBe(200);
    expect(filesOf(copy)).toEqual([]);
    const pictures = await photos.photosByIds(ctx, [copyId, photoIdOf(shared)]);
    expect({ ...pictures.get(copyId), objectPath: '' }).toEqual({
      ...pictures.get(photoIdOf(shared)),
      objectPath: '',
    });
  });

  it('keeps the files of a deleted photo as long as a copy shows them', async () => {
    const owner = await createPerson();
    const shared = await pathOf(owner);
    await attach(owner, [shared]);
    const [copyId = ''] = await attach(owner, [shared]);
    const [ofCopyId = ''] = await attach(owner, [`/objects/${copyId}`]);
    const remove = (id: string) => inTransaction(ctx, (tx) => photos.deletePhoto(tx, id));
    for (const id of [photoIdOf(shared), copyId]) {
      expect(await remove(id)).toBe(true);
      expect((await show(owner, `/objects/${ofCopyId}`)).statusCode).toBe(200);
    }
    await purgeOrphans(ctx);
    expect((await show(owner, `/objects/${ofCopyId}`)).statusCode).toBe(200);
    await remove(ofCopyId);
    expect(filesOf(shared)).toEqual([]);
  });

  it('counts copies toward the daily limit', async () => {
    const owner = await createPerson();
    const shared = await pathOf(owner);
    await attach(owner, [shared]);
    for (let nth = 1; nth < MAX_PHOTOS_PER_DAY; nth++) await attach(owner, [shared]);
    await expect(attach(owner, [shared])).rejects.toMatchObject({ status: 429, code: 'photo-share-used' });
  });

  it('gives the photo to one of two parallel callers and a copy to the other', async () => {
    const owner = await createPerson();
    const path = await pathOf(owner);
    const both = await Promise.all([attach(owner, [path]), attach(owner, [path])]);
    const ids = both.flat();
    expect(new Set(ids).size).toBe(2);
    expect(ids).toContain(photoIdOf(path));
  });
});

describe('account closure', () => {
  const close = (person: TestPerson) => inTransaction(ctx, (tx) => photos.closePerson(tx, person.id));

  it('deletes the rows and files of the person’s photos only', async () => {
    const [leaver, other] = [await createPerson(), await createPerson()];
    const [shown, unused, theirs] = [await pathOf(leaver), await pathOf(leaver), await pathOf(other)];
    await attach(leaver, [shown]);
    await attach(other, [theirs]);
    const address = await addressFor(leaver);
    expect((await put(leaver, address, FILE)).status).toBe(204);
    await close(leaver);
    expect([shown, unused, address].flatMap(filesOf)).toEqual([]);
    expect((await show(other, shown)).statusCode).toBe(404);
    expect((await show(other, theirs)).statusCode).toBe(200);
    await close(leaver);
  });

  it('leaves nothing of an upload in progress', async () => {
    const leaver = await createPerson();
    const address = await addressFor(leaver);
    const closed = Promise.withResolvers<void>();
    const slow = new ReadableStream({
      async start(controller) {
        controller.enqueue(FILE.subarray(0, 100));
        await closed.promise;
        controller.enqueue(FILE.subarray(100));
        controller.close();
      },
    });
    const coming = fetch(base + address, {
      method: 'PUT',
      body: slow,
      duplex: 'half',
      headers: headersOf(leaver, 'image/jpeg'),
    });
    await expect.poll(() => filesOf(address)).toHaveLength(1);
    await close(leaver);
    closed.resolve();
    expect((await coming).status).toBe(404);
    expect(filesOf(address)).toEqual([]);
  });

  it('keeps everything if the closure rolls back', async () => {
    const person = await createPerson();
    const path = await pathOf(person);
    const failing = inTransaction(ctx, async (tx) => {
      await photos.closePerson(tx, person.id);
      throw new Error('something later failed');
    });
    await expect(failing).rejects.toThrow('something later failed');
    expect((await show(person, path)).statusCode).toBe(200);
  });

  it('exports the list of photos', async () => {
    const person = await createPerson();
    const [first, second] = [await pathOf(person), await pathOf(person)];
    await addressFor(person);
    await attach(person, [second]);
    const at = clock.now().toISOString();
    const size = { width: 64, height: 64, byteSize: FILE.length, sentAt: at };
    const list = await photos.exportPerson(ctx, person.id);
    expect(list.toSorted((a, b) => (a.objectPath < b.objectPath ? -1 : 1))).toEqual(
      [
        { objectPath: first, ...size, shownSince: null },
        { objectPath: second, ...size, shownSince: at },
      ].toSorted((a, b) => (a.objectPath < b.objectPath ? -1 : 1)),
    );
  });
});
