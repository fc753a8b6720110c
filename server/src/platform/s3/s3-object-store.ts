import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { opendir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { END_OF_TIME, type ObjectStore, requireFolder, requireKey } from '../object-store.ts';
import { makeConcurrencyLimit } from '../concurrency-limit.ts';
import { makePrivateFolder } from '../private-files.ts';
import { errorCode } from '../startup-error.ts';
import { makeS3Client, requireStoredBytes, type S3Options, sumHeaders } from './s3-client.ts';
import type { StoreAddress } from './store-address.ts';
import { StoreFault, type StoreName } from './store-fault.ts';

export type S3StoreOptions = S3Options & {
  /** Where uploads are kept while they arrive: their length and sum must be known before they are sent. */
  readonly spoolFolder: string;
};

const OLDER = '.part';
/** Each is in memory while it is sent. */
const SENT_AT_A_TIME = 4;

/** Stores objects in a bucket of an S3-compatible store, each in one request, so that there are no halves. */
export function makeS3ObjectStore(
  address: StoreAddress,
  { spoolFolder, ...options }: S3StoreOptions,
): ObjectStore {
  const client = makeS3Client(address, options);
  const sending = makeConcurrencyLimit(SENT_AT_A_TIME);

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    requireKey(key);
    const type = key.endsWith('.webp') ? 'image/webp' : 'application/octet-stream';
    const { buffer, byteOffset, byteLength } = bytes;
    // a view: what is sent is in memory often enough
    const body =
      buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(bytes);
    const headers = { ...sumHeaders(body), 'content-type': type };
    await client.call({ method: 'PUT', key, body, headers, kind: 'write' });
  }

  async function* list(prefix: string, before: Date): AsyncGenerator<string> {
    let from: string | null = null;
    do {
      const query = {
        'list-type': '2',
        ...(prefix && { prefix }),
        ...(from && { 'continuation-token': from }),
      };
      const reply = await client.call({ method: 'GET', key: '', query, kind: 'write' });
      const { objects, next } = readList(client.store, reply?.bytes.toString('utf8') ?? '');
      for (const { key, writtenAtMs } of objects) if (writtenAtMs < before.getTime()) yield key;
      if (next !== null && next === from) throw noList(client.store);
      from = next;
    } while (from !== null);
  }

  return {
    put,
    async putStream(key, stream) {
      requireKey(key);
      await makePrivateFolder(spoolFolder);
      const file = path.join(spoolFolder, `${randomUUID()}${OLDER}`);
      try {
        await pipeline(stream, createWriteStream(file, { mode: 0o600, flags: 'wx' }));
        await sending(async () => put(key, await readFile(file)));
      } finally {
        await rm(file, { force: true });
      }
    },
    async get(key) {
      requireKey(key);
      const check = requireStoredBytes.bind(null, client.store);
      const reply = await client.call({ method: 'GET', key, kind: 'read', check });
      return reply?.bytes ?? null;
    },
    async remove(key) {
      requireKey(key);
      await client.call({ method: 'DELETE', key, kind: 'read' });
    },
    async *keysBefore(folder, before) {
      requireFolder(folder);
      yield* ownKeys(list(`${folder}/`, before));
    },
    async *keys() {
      yield* ownKeys(list('', END_OF_TIME));
    },
    async removeHalves(_folder, before) {
      let count = 0;
      for await (const file of halvesIn(spoolFolder)) {
        const written = await stat(file).catch(() => null);
        if (!written || written.mtimeMs >= before.getTime()) continue;
        await rm(file, { force: true });
        count += 1;
      }
      return count;
    },
  };
}

/** What others have put into the bucket is left alone. */
async function* ownKeys(keys: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const key of keys)
    try {
      requireKey(key);
      yield key;
    } catch {}
}

async function* halvesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder))
      if (name.endsWith(OLDER)) yield path.join(folder, name);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

const elementOf = (xml: string, name: string): string | null =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? null;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const noList = (store: StoreName): StoreFault =>
  new StoreFault('no-store', { store, answer: 'ListObjectsV2' });

/** One page of ListObjectsV2. Throws a StoreFault for anything else. */
function readList(store: StoreName, xml: string) {
  const isTruncated = elementOf(xml, 'IsTruncated');
  const next = elementOf(xml, 'NextContinuationToken');
  const isList = isTruncated === 'false' || (isTruncated === 'true' && next);
  if (!isList) throw noList(store);
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, one = '']) => {
    const writtenAtMs = Date.parse(elementOf(one, 'LastModified') ?? '');
    // without a time it is as new as can be, and before the end of time
    return {
      key: elementOf(one, 'Key') ?? '',
      writtenAtMs: Number.isNaN(writtenAtMs) ? END_OF_TIME.getTime() - 1 : writtenAtMs,
    };
  });
  const token = next?.replace(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all) ?? null;
  return { objects, next: isTruncated === 'true' ? token : null };
}
