import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FILE, makePhotoFixture } from '#server/test/photo-fixture.ts';
import { openS3Server } from '#server/test/s3-server.ts';
import { testApp } from '#server/test/test-app.ts';
import { purgeOrphans } from './photos.service.ts';

const server = await openS3Server();
const app = await testApp({ S3_URL: server.url });
let base = '';
beforeAll(async () => {
  base = await app.listen();
});
afterAll(() => server.stop());
const { addressFor, put, store, photoOf, show } = makePhotoFixture(app, () => base);

it('keeps photos in the store alone, and answers kindly while it is away', async () => {
  const person = await app.createPerson();
  const { objectPath } = (await photoOf(person, FILE)).json();
  expect((await show(person, objectPath)).statusCode).toBe(200);
  expect(
    [...server.objects.keys()].map((key) => key.replace(/[0-9a-f]{8}[0-9a-f-]{28}/, 'id')).toSorted(),
  ).toEqual(['photos/id-1280.webp', 'photos/id-320.webp', 'photos/id-640.webp']);
  // of a part, the whole is a right answer
  const part = await app.as(person, { url: objectPath, headers: { range: 'bytes=0-9' } });
  expect([part.statusCode, part.rawPayload.length > 10]).toEqual([200, true]);
  const { dataDir } = app.ctx.settings;
  expect(readdirSync(path.join(dataDir, 'arriving'))).toEqual([]);
  expect(readdirSync(dataDir)).not.toContain('objects');

  const address = await addressFor(person);
  await server.stop();
  const away = {
    code: 'photos-away',
    message: "We can't reach our photos right now. Please try again in a moment.",
  };
  const refused = await put(person, address, FILE);
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    503,
    '5',
    away,
  ]);
  const unseen = await show(person, objectPath);
  expect([unseen.statusCode, unseen.json()]).toEqual([503, away]);

  await server.start();
  await expect.poll(async () => (await put(person, address, FILE)).status).toBe(204);
  server.mischief = ({ method }) => (method === 'GET' ? 'half' : null);
  expect((await store(person, address)).json()).toEqual(away);
  expect((await show(person, objectPath)).json()).toEqual(away);
  server.mischief = ({ method }) => (method === 'PUT' ? { reply: [507, 'XMinioStorageFull'] } : null);
  expect((await store(person, address)).json()).toMatchObject({ code: 'storage-full' });
  server.mischief = null;
  expect((await store(person, address)).statusCode).toBe(200);
  expect((await show(person, objectPath)).statusCode).toBe(200);
});

it('removes day-old objects that no photo needs, and no photo whose objects are missing', async () => {
  const person = await app.createPerson();
  const { objectPath } = (await photoOf(person, FILE)).json();
  const orphan = `photos/${app.newId()}-320.webp`;
  await app.ctx.objects.put(orphan, Buffer.from('x'));
  const writtenAt = new Date(app.clock.at - 25 * 3_600_000);
  for (const object of server.objects.values()) object.writtenAt = writtenAt;
  await purgeOrphans(app.ctx);
  expect(server.objects.has(orphan)).toBe(false);
  expect((await show(person, objectPath)).statusCode).toBe(200);
  server.objects.clear();
  await purgeOrphans(app.ctx);
  expect((await show(person, objectPath)).statusCode).toBe(404);
  const { rows } = await app.pool.query('select from photo where id = $1', [objectPath.split('/').at(-1)]);
  expect(rows).toHaveLength(1);
});
