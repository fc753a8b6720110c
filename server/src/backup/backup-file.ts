import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createZstdDecompress } from 'node:zlib';
import * as z from 'zod/mini';
import { readTar } from './tar.ts';

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

/** The parts of a backup, in their order. */
export async function* readParts(file: string): AsyncGenerator<BackupPart> {
  const source = createReadStream(file);
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
export async function checkBackup(file: string, markKey: string): Promise<BackupContent> {
  const entries = new Map<string, Buffer>();
  const found = makeSums();
  let [objects, mark]: [number, string | null] = [0, null];
  for await (const part of readParts(file)) {
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
