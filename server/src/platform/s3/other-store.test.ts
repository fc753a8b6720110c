import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import S3rver from '@20minutes/s3rver';
import { afterAll, expect, it } from 'vitest';
import { makeS3ObjectStore } from './s3-object-store.ts';
import { parseStoreAddress } from './store-address.ts';

// A store that others have written: it shows that ours is not right by our own reading of the protocol alone.
const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-s3rver-'));
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: path.join(folder, 'store'),
  configureBuckets: [{ name: 'photos' }],
});
const { port } = await server.run();
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const open = (secret: string, bucket = 'photos') => {
  const address = parseStoreAddress(`http://S3RVER:${secret}@127.0.0.1:${port}/${bucket}`);
  if (!address) throw new Error('no address of a store');
  return makeS3ObjectStore(address, { spoolFolder: path.join(folder, 'arriving') });
};

it('serves another store as well', async () => {
  const objects = open('S3RVER');
  const bytes = Buffer.alloc(300_000, 5);
  await objects.put('photos/a-320.webp', Buffer.from('one'));
  await objects.putStream('uploads/b', Readable.from([bytes, bytes]));
  expect((await objects.get('photos/a-320.webp'))?.toString()).toBe('one');
  expect(await objects.get('uploads/b')).toEqual(Buffer.concat([bytes, bytes]));
  expect(await Array.fromAsync(objects.keys())).toEqual(['photos/a-320.webp', 'uploads/b']);
  expect(await Array.fromAsync(objects.keysBefore('photos', new Date(8.64e15)))).toEqual([
    'photos/a-320.webp',
  ]);
  expect(await Array.fromAsync(objects.keysBefore('photos', new Date(0)))).toEqual([]);
  await objects.remove('uploads/b');
  await objects.remove('uploads/b');
  expect(await objects.get('uploads/b')).toBeNull();
  await expect(open('other').get('uploads/b')).rejects.toMatchObject({ trouble: 'secret-wrong' });
  await expect(open('S3RVER', 'others').get('uploads/b')).rejects.toMatchObject({ trouble: 'no-bucket' });
});
