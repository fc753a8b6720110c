import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { compressReplies } from './http-server.ts';

const LONG = { titles: Array.from({ length: 100 }, (_, index) => `Sourdough loaves ${index}`) };
const app = fastify();
compressReplies(app);
app.get('/long', async () => LONG);
app.get('/short', async () => ({ title: 'Bread' }));
app.get('/photo', async (_request, reply) => reply.type('image/webp').send(Buffer.alloc(5000)));
app.get('/page', async (_request, reply) =>
  reply.type('text/html; charset=utf-8').header('vary', 'Cookie').send('<p>Bread</p>'.repeat(500)),
);
afterAll(() => app.close());

const ask = (url: string, encoding?: string) =>
  app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

describe('a reply', () => {
  it('is compressed for clients that accept it, with the same content', async () => {
    const plain = await ask('/long');
    expect(plain.json()).toEqual(LONG);
    for (const [taken, encoding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await ask('/long', taken);
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['vary']).toBe('Accept-Encoding');
      expect(Number(headers['content-length'] ?? rawPayload.length)).toBe(rawPayload.length);
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
      expect(JSON.parse(unpack(rawPayload).toString())).toEqual(LONG);
    }
  });

  it.each([undefined, 'identity', 'br;q=0', 'gzip;q=0.0', 'zstd'])(
    'is not compressed for %j',
    async (taken) => {
      const { headers, rawPayload } = await ask('/long', taken);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['vary']).toBe('Accept-Encoding');
      expect(JSON.parse(rawPayload.toString())).toEqual(LONG);
    },
  );

  it('is not compressed if it is short or not text', async () => {
    expect((await ask('/short', 'br')).headers['content-encoding']).toBeUndefined();
    expect((await ask('/photo', 'br')).headers['content-encoding']).toBeUndefined();
  });

  it('keeps its Vary header', async () => {
    const { headers, rawPayload } = await ask('/page', 'br');
    expect(headers['vary']).toBe('Cookie, Accept-Encoding');
    expect(brotliDecompressSync(rawPayload).toString()).toBe('<p>Bread</p>'.repeat(500));
  });
});
