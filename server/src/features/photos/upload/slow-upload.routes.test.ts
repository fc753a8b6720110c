import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { FILE, headersOf, makePhotoFixture, photoIdOf, red } from '#server/test/photo-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { uploadLimits } from './upload-photo.ts';

const app = await testApp();
const { db, createPerson } = app;

// lower limits than usual, set before the first upload
Object.assign(uploadLimits(app.ctx), {
  pace: { windowMs: 300, minBytes: 20, maxMs: 10_000 },
  decoding: { maxConcurrent: 1, maxQueued: 0 },
});
let base = '';
beforeAll(async () => {
  base = await app.listen();
});

const { addressFor, put, store, filesOf } = makePhotoFixture(app, () => base);

/** Sends the file, `bytes` each 50 ms; returns the response and how the connection ended. */
async function sendSlowly(address: string, cookieOf: Parameters<typeof headersOf>[0], bytes: number) {
  const headers = { ...headersOf(cookieOf, 'image/jpeg'), 'content-length': FILE.length };
  const sending = httpRequest(base + address, { method: 'PUT', headers });
  sending.on('error', () => {});
  const closed = new Promise<void>((resolve) => sending.on('close', resolve));
  const answered = new Promise<{ status: number | undefined; body: string }>((resolve) =>
    sending.on('response', (response) => {
      let body = '';
      response.on('data', (part: Buffer) => {
        body += part.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode, body }));
    }),
  );
  for (let from = 0; from < FILE.length && !sending.destroyed; from += bytes) {
    sending.write(FILE.subarray(from, from + bytes));
    await sleep(50);
  }
  if (!sending.destroyed) sending.end();
  await closed;
  return answered;
}

describe('a slow upload', () => {
  it('is refused with 408, disconnected and not kept; the same URL accepts a retry', async () => {
    const person = await createPerson();
    const address = await addressFor(person);
    const { status, body } = await sendSlowly(address, person, 1);
    expect(status).toBe(408);
    expect(JSON.parse(body)).toEqual({
      code: 'too-slow',
      message: 'This photo took too long to arrive. Please try again where your connection is better.',
    });
    expect(filesOf(address)).toEqual([]);
    const row = await db
      .selectFrom('photo')
      .select(['state', 'received_bytes'])
      .where('id', '=', photoIdOf(address))
      .executeTakeFirstOrThrow();
    expect(row.state).toBe('awaiting');
    expect(row.received_bytes).toBeLessThan(20);
    expect((await put(person, address, FILE)).status).toBe(204);
  });

  it('is accepted if slow but steady', async () => {
    const person = await createPerson();
    const address = await addressFor(person);
    expect((await sendSlowly(address, person, Math.ceil(FILE.length / 20))).status).toBe(204);
    expect(filesOf(address)).toHaveLength(1);
  });
});

describe('more parallel photos than can be decoded', () => {
  it('are refused with 503 and accepted later', async () => {
    const person = await createPerson();
    const file = await red(2000, 1500).png().toBuffer();
    const addresses = [await addressFor(person), await addressFor(person), await addressFor(person)];
    for (const address of addresses) expect((await put(person, address, file)).status).toBe(204);
    const answers = await Promise.all(addresses.map((address) => store(person, address)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 503, 503]);
    for (const { statusCode, headers, body } of answers) {
      if (statusCode !== 503) continue;
      expect(headers['retry-after']).toBe('5');
      expect(JSON.parse(body).code).toBe('photos-busy');
    }
    for (const address of addresses) expect((await store(person, address)).statusCode).toBe(200);
  });
});
