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
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
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
