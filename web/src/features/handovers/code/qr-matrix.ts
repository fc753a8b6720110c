/*
 * QR symbols (ISO/IEC 18004). The four digits of a code are version 1 at error correction H, so that a scratched screen
 * is read all the same; an address is the smallest version that holds its bytes at level M. The mask is 0 in all of
 * them.
 */

/** How the codewords of a version are laid out: those of error correction in each block, and the data of each block. */
type Layout = { readonly version: number; readonly ecc: number; readonly blocks: readonly number[] };

const times4 = (data: number): number[] => [data, data, data, data];
const DIGITS: Layout = { version: 1, ecc: 17, blocks: [9] };
const LEVEL_M: readonly Layout[] = [
  { version: 1, ecc: 10, blocks: [16] },
  { version: 2, ecc: 16, blocks: [28] },
  { version: 3, ecc: 26, blocks: [44] },
  { version: 4, ecc: 18, blocks: [32, 32] },
  { version: 5, ecc: 24, blocks: [43, 43] },
  { version: 6, ecc: 16, blocks: times4(27) },
  { version: 7, ecc: 18, blocks: times4(31) },
  { version: 8, ecc: 22, blocks: [38, 38, 39, 39] },
  { version: 9, ecc: 22, blocks: [36, 36, 36, 37, 37] },
];
/** Mode and count take twelve bits of the data up to version 9, for bytes. */
const BYTES_OVERHEAD = 2;

/** Level and mask 0: H is binary 10, M is 00. */
const FORMAT_H = 0b10_000;
const FORMAT_M = 0b00_000;
/** Generator polynomials of the field GF(256), and of the BCH codes of format and version; the format's mask. */
const FIELD = 0x11d;
const FORMAT_GENERATOR = 0x537;
const VERSION_GENERATOR = 0x1f25;
const FORMAT_MASK = 0x5412;
/** From this version on a symbol names its version. */
const NAMES_VERSION_FROM = 7;

type Grid = (boolean | null)[][];

const bitsOf = (value: number, length: number): boolean[] =>
  Array.from({ length }, (_, at) => ((value >>> (length - 1 - at)) & 1) === 1);

/** Four digits in numeric mode: its indicator, how many, three digits in ten bits, one in four. */
const digitBits = (digits: string): boolean[] => [
  ...bitsOf(0b0001, 4),
  ...bitsOf(digits.length, 10),
  ...bitsOf(Number(digits.slice(0, 3)), 10),
  ...bitsOf(Number(digits.slice(3)), 4),
];

const byteBits = (bytes: Uint8Array): boolean[] => [
  ...bitsOf(0b0100, 4),
  ...bitsOf(bytes.length, 8),
  ...[...bytes].flatMap((byte) => bitsOf(byte, 8)),
];

/** The bits with their end, padded to `count` codewords. */
function codewords(content: readonly boolean[], count: number): number[] {
  const bits = [...content, ...bitsOf(0, 4)];
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8)
    words.push(
      Array.from({ length: 8 }, (_, nth) => bits[at + nth] ?? false).reduce(
        (word, bit) => word * 2 + Number(bit),
        0,
      ),
    );
  const own = words.length;
  while (words.length < count) words.push((words.length - own) % 2 === 0 ? 0xec : 0x11);
  return words.slice(0, count);
}

/** The product in GF(256). */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * FIELD);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/** The remainder of a block divided by the Reed-Solomon generator of `count` words. */
function errorCorrection(data: readonly number[], count: number): number[] {
  let generator: number[] = [1];
  let root = 1;
  for (let nth = 0; nth < count; nth += 1) {
    const shifted = [...generator, 0];
    const r = root;
    generator = shifted.map((word, at) => word ^ (at === 0 ? 0 : times(generator[at - 1] ?? 0, r)));
    root = times(root, 2);
  }
  const divisor = generator.slice(1);
  let rest = Array.from({ length: count }, () => 0);
  for (const word of data) {
    const factor = word ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((value, at) => value ^ times(divisor[at] ?? 0, factor));
  }
  return rest;
}

/** The first words of all blocks, then the second ones, and so on. */
function interleaved(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => blocks.flatMap((block) => block[at] ?? [])).flat();
}

function symbolWords(content: readonly boolean[], { ecc, blocks }: Layout): number[] {
  const words = codewords(
    content,
    blocks.reduce((sum, count) => sum + count, 0),
  );
  let from = 0;
  const data = blocks.map((count) => {
    from += count;
    return words.slice(from - count, from);
  });
  return [...interleaved(data), ...interleaved(data.map((block) => errorCorrection(block, ecc)))];
}

const sizeOf = (version: number): number => 17 + 4 * version;

/** The remainder of a BCH code, behind its data. */
function withRemainder(data: number, length: number, generator: number): number {
  const top = generator.toString(2).length - 1;
  let rest = data;
  for (let nth = 0; nth < length; nth += 1) rest = (rest << 1) ^ ((rest >>> (top - 1)) * generator);
  return (data << length) | rest;
}

/** Positions of the alignment patterns of a larger symbol. */
function alignments(version: number): number[] {
  if (version === 1) return [];
  const last = sizeOf(version) - 7;
  return version < NAMES_VERSION_FROM ? [6, last] : [6, (6 + last) / 2, last];
}

/** Draws what does not depend on the content: corners, squares, timing lines, format and version. */
function drawFixedParts(grid: Grid, version: number, formatData: number): void {
  const size = sizeOf(version);
  const set = (row: number, column: number, isDark: boolean) => {
    const line = grid[row];
    if (line && column >= 0 && column < size) line[column] = isDark;
  };
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const centers = alignments(version);
  for (const row of centers)
    for (const column of centers) {
      // three corners have larger squares of their own
      const isCorner = Math.min(row, column) === 6 && [6, size - 7].includes(Math.max(row, column));
      if (isCorner) continue;
      for (let down = -2; down <= 2; down += 1)
        for (let right = -2; right <= 2; right += 1)
          set(row + down, column + right, Math.max(Math.abs(down), Math.abs(right)) !== 1);
    }
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const)
    for (let row = -1; row <= 7; row += 1)
      for (let column = -1; column <= 7; column += 1) {
        const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
        set(top + row, left + column, ring !== 2 && ring !== 4);
      }
  const format = withRemainder(formatData, 10, FORMAT_GENERATOR) ^ FORMAT_MASK;
  const isSet = (bit: number): boolean => ((format >>> bit) & 1) === 1;
  for (let bit = 0; bit < 6; bit += 1) set(bit, 8, isSet(bit));
  set(7, 8, isSet(6));
  set(8, 8, isSet(7));
  set(8, 7, isSet(8));
  for (let bit = 9; bit < 15; bit += 1) set(8, 14 - bit, isSet(bit));
  for (let bit = 0; bit < 8; bit += 1) set(8, size - 1 - bit, isSet(bit));
  for (let bit = 8; bit < 15; bit += 1) set(size - 15 + bit, 8, isSet(bit));
  set(size - 8, 8, true);
  if (version < NAMES_VERSION_FROM) return;
  const named = withRemainder(version, 12, VERSION_GENERATOR);
  for (let bit = 0; bit < 18; bit += 1) {
    const [along, across] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
    set(along, across, ((named >>> bit) & 1) === 1);
    set(across, along, ((named >>> bit) & 1) === 1);
  }
}

/** Fills the free modules with the masked bits, in columns of two, upwards and downwards in turn from the right. */
function drawData(grid: Grid, bits: readonly boolean[]): void {
  const size = grid.length;
  let next = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    const column = right <= 6 ? right - 1 : right;
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1)
      for (const at of [column, column - 1]) {
        const row = isUpward ? size - 1 - step : step;
        const line = grid[row];
        if (line?.[at] !== null) continue;
        const isMasked = (row + at) % 2 === 0;
        line[at] = (bits[next] ?? false) !== isMasked;
        next += 1;
      }
  }
}

function draw(content: readonly boolean[], layout: Layout, formatData: number): boolean[][] {
  const size = sizeOf(layout.version);
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => null));
  drawFixedParts(grid, layout.version, formatData);
  drawData(
    grid,
    symbolWords(content, layout).flatMap((word) => bitsOf(word, 8)),
  );
  return grid.map((row) => row.map((module) => module === true));
}

/**
 * The modules of the QR symbol of four digits, or of an address of up to 180 bytes, row by row; true is dark. Throws
 * for more.
 */
export function qrMatrix(content: string): boolean[][] {
  if (/^\d{4}$/.test(content)) return draw(digitBits(content), DIGITS, FORMAT_H);
  const bytes = new TextEncoder().encode(content);
  const layout = LEVEL_M.find(
    ({ blocks }) => blocks.reduce((sum, count) => sum + count, 0) >= bytes.length + BYTES_OVERHEAD,
  );
  if (!layout) throw new Error('this address is too long for a QR symbol');
  return draw(byteBits(bytes), layout, FORMAT_M);
}
