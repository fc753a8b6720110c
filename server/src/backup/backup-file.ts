import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import * as z from 'zod/mini';

// A backup is a tar archive, compressed by Zstandard: MANIFEST, the secret, tables as pieces of COPY's text, photos, SUMS.

export const MANIFEST = 'backup.json';
export const SECRET = 'session-secret';
export const SUMS = 'sums.json';
const OBJECTS = 'objects/';
const TABLE_PIECE = /^tables\/([a-z_.]+)\/\d+$/;

export const tablePiece = (table: string, nth: number): string =>
  `tables/${table}/${String(nth).padStart(6, '0')}`;
export const objectEntry = (key: string): string => OBJECTS + key;

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type Manifest = z.infer<typeof manifestSchema>;

const sumsSchema = z.object({
  rows: z.record(z.string(), z.number()),
  /** SHA-256 by table, whose pieces count as one, and by other entry. */
  sums: z.record(z.string(), z.string()),
});
export type Sums = z.infer<typeof sumsSchema>;

/** Adds up what goes into an archive, or comes out of it. */
export function makeSums(): { add: (part: BackupPart) => void; sums: () => Record<string, string> } {
  const hashes = new Map<string, Hash>();
  return {
    add(part) {
      const name = part.kind === 'table' ? part.table : part.name;
      let hash = hashes.get(name);
      if (!hash) hashes.set(name, (hash = createHash('sha256')));
      hash.update(part.bytes);
    },
    sums: () => Object.fromEntries([...hashes].map(([name, hash]) => [name, hash.digest('hex')])),
  };
}

export type BackupPart =
  | { readonly kind: 'table'; readonly table: string; readonly bytes: Buffer }
  | { readonly kind: 'object'; readonly name: string; readonly key: string; readonly bytes: Buffer }
  | { readonly kind: 'entry'; readonly name: string; readonly bytes: Buffer };

/** The parts of a backup, in their order. Ends the source. */
export async function* readParts(source: Readable): AsyncGenerator<BackupPart> {
  const plain = source.pipe(createZstdDecompress());
  source.once('error', (error) => plain.destroy(error));
  try {
    for await (const { name, bytes } of readTar(plain)) {
      const table = TABLE_PIECE.exec(name)?.[1];
      if (table !== undefined) yield { kind: 'table', table, bytes };
      else if (name.startsWith(OBJECTS))
        yield { kind: 'object', name, key: name.slice(OBJECTS.length), bytes };
      else yield { kind: 'entry', name, bytes };
    }
  } finally {
    plain.destroy();
    source.destroy();
  }
}

export type BackupContent = Sums & {
  readonly manifest: Manifest;
  readonly secret: string | null;
  /** Objects by key. */
  readonly objects: number;
  readonly mark: string | null;
};

/** Reads a whole backup and compares it with its sums. Throws if they differ or something is missing. */
export async function checkBackup(source: Readable, markKey: string): Promise<BackupContent> {
  const entries = new Map<string, Buffer>();
  const found = makeSums();
  let [objects, mark]: [number, string | null] = [0, null];
  for await (const part of readParts(source)) {
    if (part.kind === 'entry') entries.set(part.name, part.bytes);
    if (part.kind === 'object') objects += 1;
    if (part.kind === 'object' && part.key === markKey) mark = part.bytes.toString('utf8').trim();
    if (part.kind !== 'entry' || part.name !== SUMS) found.add(part);
  }
  const json = (name: string): unknown => JSON.parse(entries.get(name)?.toString('utf8') ?? 'null');
  const manifest = z.parse(manifestSchema, json(MANIFEST));
  const { rows, sums } = z.parse(sumsSchema, json(SUMS));
  const now = found.sums();
  const wrong = Object.keys({ ...sums, ...now }).find((name) => sums[name] !== now[name]);
  if (wrong !== undefined) throw new Error(`${wrong} is not as it was written`);
  return { manifest, rows, sums, secret: entries.get(SECRET)?.toString('utf8') ?? null, objects, mark };
}

/** The bytes of a stream, so many or a little more at a time. */
export async function* piecesOf(stream: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let [parts, length]: [Buffer[], number] = [[], 0];
  for await (const part of stream) {
    parts.push(part);
    length += part.length;
    if (length < bytes) continue;
    yield Buffer.concat(parts);
    [parts, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(parts);
}

/** Writes and reads tar archives (POSIX ustar) of plain files with short names, as they stream by. */

const BLOCK = 512;
const MAX_NAME_LENGTH = 100;

type TarEntry = { readonly name: string; readonly bytes: Buffer };

/** One file as it stands in an archive: header, content, padding. Only its owner can read it once unpacked. */
export function tarEntry(name: string, bytes: Buffer, madeAt: Date): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME_LENGTH) throw new Error('too long a name for this archive');
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): number =>
    header.write(value.toString(8).padStart(length - 1, '0'), at);
  header.write(name, 0);
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(bytes.length, 124, 12);
  octal(Math.floor(madeAt.getTime() / 1000), 136, 12);
  // the sum counts its own field as spaces
  header.write('        0', 148);
  header.write('ustar\u000000', 257);
  octal(sumOf(header), 148, 7);
  return Buffer.concat([header, bytes, Buffer.alloc(paddingOf(bytes.length))]);
}

export const TAR_END = Buffer.alloc(2 * BLOCK);

/** The files of an archive. Throws for what is no archive of this kind, or was cut off. */
async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const read = readerOf(stream);
  for (;;) {
    const header = await read(BLOCK);
    if (header[0] === 0) return;
    const sum = octalAt(header, 148, 8);
    header.fill(' ', 148, 156);
    if (sumOf(header) !== sum) throw new Error('not a tar archive');
    const name = header.toString('utf8', 0, header.indexOf(0));
    const size = octalAt(header, 124, 12);
    const bytes = await read(size);
    await read(paddingOf(size));
    yield { name, bytes };
  }
}

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;
const sumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0);
const octalAt = (header: Buffer, at: number, length: number): number =>
  Number.parseInt(header.toString('latin1', at, at + length), 8);

/** Reads exactly so many bytes of a stream at a time. */
function readerOf(stream: AsyncIterable<Buffer>): (length: number) => Promise<Buffer> {
  const chunks = stream[Symbol.asyncIterator]();
  let [parts, held]: [Buffer[], number] = [[], 0];
  return async (length) => {
    while (held < length) {
      const { done, value } = await chunks.next();
      if (done) throw new Error('the archive was cut off');
      parts.push(value);
      held += value.length;
    }
    const all = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    [parts, held] = [[all.subarray(length)], held - length];
    return all.subarray(0, length);
  };
}
