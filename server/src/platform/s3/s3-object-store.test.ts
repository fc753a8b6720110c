import dns from 'node:dns';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Mischief, openS3Server, S3_KEY, S3_SECRET } from '#server/test/s3-server.ts';
import { makeS3ObjectStore } from './s3-object-store.ts';
import { parseStoreAddress } from './store-address.ts';
import { StoreFault, type StoreTrouble } from './store-fault.ts';

const server = await openS3Server();
const spoolFolder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-s3-'));
afterAll(async () => {
  await server.stop();
  rmSync(spoolFolder, { recursive: true });
});
const PATIENCE = { readMs: 10_000, bodyMs: 10_000, writeMs: 10_000, secondTryAfterMs: 1, leftAloneMs: 500 };
const LITTLE = { ...PATIENCE, readMs: 200, bodyMs: 200, writeMs: 200 };

function open(url = server.url, patience = PATIENCE, told: string[] = []) {
  const address = parseStoreAddress(url);
  if (!address) throw new Error('no address of a store');
  return makeS3ObjectStore(address, { spoolFolder, patience, onFault: ({ answer }) => told.push(answer) });
}
const objects = open();
beforeEach(() => {
  server.objects.clear();
  server.requests.length = 0;
  server.mischief = null;
  server.clockAheadMs = 0;
});

/** The trouble with a call; null if there is none. */
async function troubleOf(call: Promise<unknown>): Promise<StoreTrouble | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof StoreFault) return error.trouble;
    throw error;
  }
}

describe('an object store that speaks S3', () => {
  it('returns the latest bytes of a key until it is removed', async () => {
    const one = new Uint8Array(100_000).fill(7);
    await objects.put('photos/a-320.webp', one);
    await objects.put('photos/a-320.webp', Buffer.from('two'));
    expect((await objects.get('photos/a-320.webp'))?.toString()).toBe('two');
    await objects.remove('photos/a-320.webp');
    expect(await objects.get('photos/a-320.webp')).toBeNull();
    await objects.remove('photos/a-320.webp');
    await objects.put('photos/empty', new Uint8Array());
    expect(await objects.get('photos/empty')).toEqual(Buffer.alloc(0));
  });

  it('takes a stream of unknown length whole, or not at all', async () => {
    const chunks = Array.from({ length: 5 }, (_, nth) => Buffer.alloc(60_000, nth));
    await objects.putStream('uploads/a', Readable.from(chunks));
    expect(await objects.get('uploads/a')).toEqual(Buffer.concat(chunks));
    const breaking = Readable.from(
      (function* half() {
        yield Buffer.from('ha');
        throw new Error('the line is gone');
      })(),
    );
    await expect(objects.putStream('uploads/a', breaking)).rejects.toThrow('the line is gone');
    expect(await objects.get('uploads/a')).toEqual(Buffer.concat(chunks));
    expect(readdirSync(spoolFolder)).toEqual([]);
  });

  it('lists all pages, and those written before a time, and leaves alone what others put there', async () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `photos/${name}`);
    for (const key of [...keys, 'uploads/a']) await objects.put(key, Buffer.from(key));
    server.objects.set('Others/file name.txt', { bytes: Buffer.alloc(1), meta: {}, writtenAt: new Date(0) });
    for (const key of keys.slice(0, 5))
      Object.assign(server.objects.get(key) ?? {}, { writtenAt: new Date(1000) });
    expect(await Array.fromAsync(objects.keys())).toEqual([...keys, 'uploads/a']);
    expect(await Array.fromAsync(objects.keysBefore('photos', new Date(1001)))).toEqual(keys.slice(0, 5));
    expect(await Array.fromAsync(objects.keysBefore('photos', new Date(1000)))).toEqual([]);
  });

  it('removes uploads that a crash left while they arrived', async () => {
    const plant = (name: string, at: Date) => {
      const file = path.join(spoolFolder, name);
      writeFileSync(file, 'x');
      utimesSync(file, at, at);
      return file;
    };
    const [old, young] = [plant('old.part', new Date(1000)), plant('young.part', new Date(3000))];
    expect(await objects.removeHalves('uploads', new Date(2000))).toBe(1);
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
    rmSync(young);
    expect(await open().removeHalves('photos', new Date())).toBe(0);
  });

  it('finds a bucket in the name of the host', async () => {
    const lookup = vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((_host: string, options: object, done: (...given: unknown[]) => void) =>
        'all' in options && options.all
          ? done(null, [{ address: '127.0.0.1', family: 4 }])
          : done(null, '127.0.0.1', 4)) as never);
    try {
      const byHost = open(
        `http://${S3_KEY}:${S3_SECRET}@photos.store.example:${server.port}?region=eu-central-1`,
      );
      await byHost.put('photos/a', Buffer.from('by host'));
      expect(await Array.fromAsync(byHost.keys())).toEqual(['photos/a']);
      expect((await objects.get('photos/a'))?.toString()).toBe('by host');
      expect(server.requests[0]).toBe('PUT /photos/a');
    } finally {
      lookup.mockRestore();
    }
  });

  it.each(['../out', 'photos/a/b', 'photos/', 'a\u0000/b', 'photos/a?acl'])(
    'refuses the key %j',
    async (key) => {
      await expect(objects.put(key, Buffer.from('x'))).rejects.toThrow(/not a key/);
      await expect(objects.get(key)).rejects.toThrow(/not a key/);
      await expect(objects.remove(key)).rejects.toThrow(/not a key/);
      await expect(Array.fromAsync(objects.keysBefore(key, new Date(0)))).rejects.toThrow(/not a folder/);
      expect(server.requests).toEqual([]);
    },
  );
});

describe('a store with trouble', () => {
  it.each<[StoreTrouble, string]>([
    ['key-unknown', server.url.replace(S3_KEY, 'AKIAOTHER')],
    ['secret-wrong', server.url.replace(S3_SECRET, 'another')],
    ['no-bucket', server.url.replace('/photos?', '/phots?')],
    ['region', server.url.replace(/[?].*/, '')],
    ['no-tls', server.url.replace('http:', 'https:')],
    ['nothing-there', server.url.replace(/:\d+\/photos/, ':2/photos')],
    ['host-unknown', server.url.replace('127.0.0.1', 'nowhere.invalid')],
  ])('is %s', async (trouble, url) => {
    expect(await troubleOf(open(url).get('photos/a'))).toBe(trouble);
    expect(await troubleOf(open(url).put('photos/a', Buffer.from('x')))).toBe(trouble);
  });

  it.each<[StoreTrouble, Mischief]>([
    ['forbidden', { reply: [403, 'AccessDenied'] }],
    ['region', { reply: [301, 'PermanentRedirect'] }],
    ['no-store', { reply: [301, ''] }],
    ['full', { reply: [507, 'XMinioStorageFull'] }],
    ['full', { reply: [403, 'QuotaExceeded'] }],
    ['busy', { reply: [503, 'SlowDown'] }],
    ['refused', { reply: [400, 'InvalidRequest'] }],
    ['no-store', 'web-page'],
    ['no-answer', 'hang-up'],
    ['no-answer', 'hang'],
  ])('is %s: %j', async (trouble, mischief) => {
    server.mischief = () => mischief;
    const calls = [
      (store: typeof objects) => store.get('photos/a'),
      (store: typeof objects) => store.put('photos/a', Buffer.from('x')),
      (store: typeof objects) => store.remove('photos/a'),
      (store: typeof objects) => Array.fromAsync(store.keys()),
    ];
    for (const call of calls)
      expect(await troubleOf(call(open(server.url, mischief === 'hang' ? LITTLE : PATIENCE)))).toBe(trouble);
  });

  it('has another clock', async () => {
    server.clockAheadMs = -16 * 60_000;
    expect(await troubleOf(objects.get('photos/a'))).toBe('clock');
    server.clockAheadMs = 14 * 60_000;
    expect(await troubleOf(objects.get('photos/a'))).toBeNull();
  });

  it.each<Mischief>(['cut-off', 'half', 'other-bytes', 'bare'])(
    'never gives back anything but what was stored: %j',
    async (mischief) => {
      await objects.put('photos/a', Buffer.from('the whole photo'));
      server.mischief = () => mischief;
      expect(await troubleOf(open().get('photos/a'))).toBe(mischief === 'cut-off' ? 'no-answer' : 'damaged');
      server.mischief = null;
      expect((await open().get('photos/a'))?.toString()).toBe('the whole photo');
    },
  );

  it.each<Mischief>(['hang-up', { reply: [500, 'InternalError'] }, { reply: [503, 'SlowDown'] }])(
    'is asked once more: %j',
    async (mischief) => {
      let calls = 0;
      server.mischief = () => (calls++ % 2 === 0 ? mischief : null);
      await objects.put('photos/a', Buffer.from('x'));
      expect((await objects.get('photos/a'))?.toString()).toBe('x');
      expect(await Array.fromAsync(objects.keys())).toEqual(['photos/a']);
      await objects.remove('photos/a');
      expect(calls).toBe(8);
    },
  );

  it('is left alone for a while when it does not answer, and told of once', async () => {
    const told: string[] = [];
    const store = open(server.url, LITTLE, told);
    server.mischief = () => 'hang';
    expect(await troubleOf(store.get('photos/a'))).toBe('no-answer');
    const asked = server.requests.length;
    for (let nth = 0; nth < 5; nth++) expect(await troubleOf(store.get('photos/a'))).toBe('no-answer');
    expect([server.requests.length, told]).toEqual([asked, ['ETIMEDOUT']]);
    // then one call tries for all
    const many = () => Promise.all(Array.from({ length: 5 }, () => troubleOf(store.get('photos/a'))));
    await expect.poll(() => many().then(() => server.requests.length)).not.toBe(asked);
    expect(server.requests.length).toBe(asked + 1);
    server.mischief = null;
    await expect.poll(() => troubleOf(store.get('photos/a')), { interval: 50 }).toBeNull();
  });

  it('is not left alone for a slow line, and only briefly while a write tries for all', async () => {
    await objects.put('photos/a', Buffer.from('the whole photo'));
    const slow = open(server.url, { ...PATIENCE, readMs: 300, bodyMs: 600 });
    server.mischief = () => 'slow-body';
    const startMs = performance.now();
    expect(await troubleOf(slow.get('photos/a'))).toBe('no-answer');
    expect(performance.now() - startMs).toBeGreaterThan(550);
    server.mischief = null;
    expect(await troubleOf(slow.get('photos/a'))).toBeNull();
    const store = open(server.url, { ...PATIENCE, readMs: 300, writeMs: 5000, leftAloneMs: 1 });
    server.mischief = () => 'hang';
    expect(await troubleOf(store.get('photos/a'))).toBe('no-answer');
    server.mischief = ({ method }) => (method === 'PUT' ? 'hang' : null);
    const asked = server.requests.length;
    await expect
      .poll(() => {
        void troubleOf(store.put('photos/b', Buffer.from('x')));
        return server.requests.length;
      })
      .toBe(asked + 1);
    await expect.poll(() => troubleOf(store.get('photos/a')), { timeout: 2500, interval: 20 }).toBeNull();
  });

  it('lists what it gives without a time, and does not read one page forever', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await objects.put(`photos/${name}`, Buffer.from(name));
    const untimed = Object.assign(new Date(0), { toISOString: () => 'lately' });
    Object.assign(server.objects.get('photos/a') ?? {}, { writtenAt: untimed });
    expect(await Array.fromAsync(objects.keys())).toHaveLength(4);
    expect(await Array.fromAsync(objects.keysBefore('photos', new Date()))).not.toContain('photos/a');
    server.mischief = () => 'same-page';
    expect(await troubleOf(Array.fromAsync(objects.keys()))).toBe('no-store');
  });

  it('has stored nothing when it says that there is no such object', async () => {
    server.mischief = () => ({ reply: [404, 'NoSuchKey'] });
    expect(await troubleOf(objects.put('photos/a', Buffer.from('x')))).toBe('refused');
    expect(await troubleOf(objects.remove('photos/a'))).toBeNull();
  });

  it('tells people kindly, and the operator without key or secret', async () => {
    const fault = await open(server.url.replace(S3_SECRET, 'another/secret'))
      .get('photos/a')
      .catch((error: unknown) => error);
    if (!(fault instanceof StoreFault)) throw new Error('no fault');
    expect([fault.status, fault.code, fault.retryAfterSeconds]).toEqual([503, 'photos-away', 5]);
    const all =
      JSON.stringify(fault) +
      fault.message +
      fault.sentence(((_texts: unknown, key: string, values: object) =>
        JSON.stringify({ key, values })) as never);
    expect(all).toContain('403 SignatureDoesNotMatch');
    for (const secret of [S3_KEY, 'another', S3_SECRET]) expect(all).not.toContain(secret);
  });
});
