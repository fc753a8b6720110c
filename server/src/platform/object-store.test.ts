import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { makeLocalObjectStore } from './object-store.ts';

const parent = mkdtempSync(path.join(os.tmpdir(), 'openlarder-store-'));
const folder = path.join(parent, 'objects');
afterAll(() => {
  rmSync(parent, { recursive: true });
});
const objects = makeLocalObjectStore(folder);
const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describe('the object store', () => {
  it('has folders and files for their owner only, also while a file arrives', async () => {
    const modeOf = (...names: string[]): string =>
      (statSync(path.join(folder, ...names)).mode & 0o777).toString(8);
    const arriving = new Readable({ read: () => {} });
    arriving.push('half');
    const stored = objects.putStream('secret/a', arriving);
    const halves = () =>
      readdirSync(folder).includes('secret') ? readdirSync(path.join(folder, 'secret')) : [];
    await expect.poll(halves).toHaveLength(1);
    expect([modeOf(), modeOf('secret'), modeOf('secret', halves()[0] ?? '')]).toEqual(['700', '700', '600']);
    arriving.push(null);
    await stored;
    expect(modeOf('secret', 'a')).toBe('600');
    // made by an earlier version
    chmodSync(path.join(folder, 'secret'), 0o755);
    await objects.put('secret/b', Buffer.from('one'));
    expect([modeOf('secret'), modeOf('secret', 'b')]).toEqual(['700', '600']);
  });

  it('returns the latest bytes of a key until it is removed', async () => {
    await objects.put('photos/a-320.webp', Buffer.from('one'));
    await objects.put('photos/a-320.webp', Buffer.from('two'));
    expect((await objects.get('photos/a-320.webp'))?.toString()).toBe('two');
    await objects.remove('photos/a-320.webp');
    expect(await objects.get('photos/a-320.webp')).toBeNull();
    await objects.remove('photos/a-320.webp');
  });

  it('keeps the previous object if a stream fails', async () => {
    await objects.put('uploads/b', Buffer.from('whole'));
    const breaking = Readable.from(
      (function* half() {
        yield Buffer.from('ha');
        throw new Error('the line is gone');
      })(),
    );
    await expect(objects.putStream('uploads/b', breaking)).rejects.toThrow('the line is gone');
    expect((await objects.get('uploads/b'))?.toString()).toBe('whole');
    expect(filesIn(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('keeps one complete file of concurrent writes to one key', async () => {
    const contents = Array.from({ length: 8 }, (_, nth) => Buffer.alloc(200_000, nth));
    await Promise.all(contents.map((bytes) => objects.put('uploads/many', bytes)));
    const kept = await objects.get('uploads/many');
    expect(contents.some((bytes) => kept?.equals(bytes))).toBe(true);
    expect(filesIn(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('lists and removes objects written before a time, also in missing folders', async () => {
    const noon = new Date('2026-05-04T12:00:00Z');
    const plant = async (key: string, at: string) => {
      const file = path.join(folder, key);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, 'x');
      utimesSync(file, new Date(at), new Date(at));
    };
    await plant('old/a', '2026-05-04T11:59:59Z');
    await plant('old/b.webp', '2026-05-04T12:00:00Z');
    await plant('old/a.1f.part', '2026-05-04T11:00:00Z');
    await plant('old/b.2f.part', '2026-05-04T13:00:00Z');
    expect(await Array.fromAsync(objects.keysBefore('old', noon))).toEqual(['old/a']);
    expect(await objects.removeHalves('old', noon)).toBe(1);
    expect(filesIn(path.join(folder, 'old')).toSorted()).toEqual(['a', 'b.2f.part', 'b.webp']);
    expect(await Array.fromAsync(objects.keysBefore('never', noon))).toEqual([]);
    await objects.removeHalves('never', noon);
  });

  it.each([
    '../out',
    'photos/../../out',
    '/etc/passwd',
    'photos/a/b',
    'photos/',
    'photos/a.part/x',
    'a\u0000/b',
  ])('refuses the key %j', async (key) => {
    const refused = /not a key/;
    await expect(async () => objects.put(key, Buffer.from('x'))).rejects.toThrow(refused);
    await expect(async () => objects.get(key)).rejects.toThrow(refused);
    await expect(async () => objects.remove(key)).rejects.toThrow(refused);
    await expect(async () => Array.fromAsync(objects.keysBefore(key, new Date(0)))).rejects.toThrow(
      /not a folder/,
    );
    expect(filesIn(parent)).not.toContain('out');
  });
});
