import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
  it('gives back what was put, the latest, until it is removed', async () => {
    await objects.put('photos/a-320.webp', Buffer.from('one'));
    await objects.put('photos/a-320.webp', Buffer.from('two'));
    expect((await objects.get('photos/a-320.webp'))?.toString()).toBe('two');
    await objects.remove('photos/a-320.webp');
    expect(await objects.get('photos/a-320.webp')).toBeNull();
    await objects.remove('photos/a-320.webp');
  });

  it('keeps nothing of a stream that breaks off, and keeps what was there before', async () => {
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

  it.each([
    '../out',
    'photos/../../out',
    '/etc/passwd',
    'photos/a/b',
    'photos/',
    'photos/a.part/x',
    'a\u0000/b',
  ])('has no place outside its folder: %j', async (key) => {
    const refused = /not a key/;
    await expect(async () => objects.put(key, Buffer.from('x'))).rejects.toThrow(refused);
    await expect(async () => objects.get(key)).rejects.toThrow(refused);
    await expect(async () => objects.remove(key)).rejects.toThrow(refused);
    expect(filesIn(parent)).not.toContain('out');
  });
});
