import {
  MAX_PHOTO_BYTES,
  MAX_PHOTO_BYTES_PER_DAY,
  MAX_PHOTOS_PER_DAY,
} from '@openlarder/domain/photos/photo-limits.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '#server/test/factories/people.ts';
import { FILE, makePhotoFixture, photoIdOf } from '#server/test/photo-fixture.ts';
import { testApp } from '#server/test/test-app.ts';

const app = await testApp();
const { as, clock, db, newId, createPerson } = app;
let base = '';
beforeAll(async () => {
  base = await app.listen();
});
const { addressFor, put, store } = makePhotoFixture(app, () => base);

const ask = (person: TestPerson) => as(person, { method: 'POST', url: '/api/objects/upload' });
/** Inserts earlier uploads of the person, each of this size. */
async function plantSent(person: TestPerson, count: number, bytes: number): Promise<void> {
  await db
    .insertInto('photo')
    .values(
      Array.from({ length: count }, () => ({
        id: newId(),
        owner_id: person.id,
        state: 'ready' as const,
        received_bytes: bytes,
        created_at: clock.now(),
      })),
    )
    .execute();
}
const receivedBytes = async (address: string): Promise<number> => {
  const row = await db
    .selectFrom('photo')
    .select('received_bytes')
    .where('id', '=', photoIdOf(address))
    .executeTakeFirstOrThrow();
  return row.received_bytes;
};

describe('upload limits', () => {
  it('allows 30 upload URLs in half an hour', async () => {
    const limited = await testApp({ RATE_LIMITS: 'on' });
    const person = await limited.createPerson();
    const askLimited = () => limited.as(person, { method: 'POST', url: '/api/objects/upload' });
    for (let nth = 0; nth < 30; nth++) expect((await askLimited()).statusCode).toBe(200);
    const refused = await askLimited();
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('allows 60 photos a day, also for parallel requests, and again a day later', async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    await plantSent(person, MAX_PHOTOS_PER_DAY - 10, 0);
    clock.forward(3_600_000);
    const answers = await Promise.all(Array.from({ length: 15 }, () => ask(person)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
    const refused = answers.find(({ statusCode }) => statusCode !== 200);
    expect(refused?.statusCode).toBe(429);
    expect(refused?.json()).toEqual({
      code: 'photo-share-used',
      message:
        "That's all the photos you can add in a day. You can share food without one, or add more tomorrow.",
    });
    expect(Number(refused?.headers['retry-after'])).toBe(23 * 3600);
    expect((await ask(other)).statusCode).toBe(200);
    clock.forward(23 * 3_600_000 + 1000);
    expect((await ask(person)).statusCode).toBe(200);
  });

  it('allows 300 MB a day, counting received and reserved bytes', async () => {
    const person = await createPerson();
    await plantSent(person, 1, MAX_PHOTO_BYTES_PER_DAY - MAX_PHOTO_BYTES - FILE.length);
    const [small, second, third] = [
      await addressFor(person),
      await addressFor(person),
      await addressFor(person),
    ];
    expect((await put(person, small, FILE)).status).toBe(204);
    expect(await receivedBytes(small)).toBe(FILE.length);
    const answers = await Promise.all(
      [second, third].map((address) => put(person, address, Buffer.alloc(MAX_PHOTO_BYTES))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 429]);
    expect((await store(person, small)).statusCode).toBe(200);
  });

  it('counts only the received bytes of interrupted or refused files', async () => {
    const person = await createPerson();
    const address = await addressFor(person);
    expect((await put(person, address, Buffer.from('no photo'))).status).toBe(204);
    expect((await store(person, address)).statusCode).toBe(422);
    expect(await receivedBytes(address)).toBe(8);
    const announced = await addressFor(person);
    expect((await put(person, announced, Buffer.alloc(MAX_PHOTO_BYTES + 1))).status).toBe(413);
    expect(await receivedBytes(announced)).toBe(0);
  });
});
