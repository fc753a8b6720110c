/*
 * The QR symbol of four digits: version 1, error correction H, mask 0 (ISO/IEC 18004). Nothing else is ever drawn, so
 * sizes and placement are fixed.
 */

/** Modules along each side, without the quiet zone. */
export const QR_SIZE = 21;
/** Of the 26 codewords of version 1, at level H. */
const DATA_CODEWORDS = 9;
const ECC_CODEWORDS = 17;
/** Level H (binary 10), mask 0. */
const FORMAT = 0b10_000;
/** Generator polynomials of the field GF(256) and of the format's BCH code, and the format's mask. */
const FIELD = 0x11d;
const FORMAT_GENERATOR = 0x537;
const FORMAT_MASK = 0x5412;

type Grid = (boolean | null)[][];

const bitsOf = (value: number, length: number): boolean[] =>
  Array.from({ length }, (_, at) => ((value >>> (length - 1 - at)) & 1) === 1);

/** Numeric mode: its indicator, how many digits, three digits in ten bits, one in four; padded to whole codewords. */
function dataCodewords(digits: string): number[] {
  const bits = [
    ...bitsOf(0b0001, 4),
    ...bitsOf(digits.length, 10),
    ...bitsOf(Number(digits.slice(0, 3)), 10),
    ...bitsOf(Number(digits.slice(3)), 4),
    ...bitsOf(0, 4),
  ];
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8)
    words.push(bits.slice(at, at + 8).reduce((word, bit) => word * 2 + Number(bit), 0));
  while (words.length < DATA_CODEWORDS) words.push(words.length % 2 === 0 ? 0xec : 0x11);
  return words;
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

/** The remainder of the data divided by the Reed-Solomon generator. */
function errorCorrection(data: readonly number[]): number[] {
  let generator: number[] = [1];
  let root = 1;
  for (let nth = 0; nth < ECC_CODEWORDS; nth += 1) {
    const shifted = [...generator, 0];
    const r = root;
    generator = shifted.map((word, at) => word ^ (at === 0 ? 0 : times(generator[at - 1] ?? 0, r)));
    root = times(root, 2);
  }
  const divisor = generator.slice(1);
  let rest = Array.from({ length: ECC_CODEWORDS }, () => 0);
  for (const word of data) {
    const factor = word ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((value, at) => value ^ times(divisor[at] ?? 0, factor));
  }
  return rest;
}

const emptyGrid = (): Grid =>
  Array.from({ length: QR_SIZE }, () => Array.from({ length: QR_SIZE }, () => null));

/** Draws what is the same in every symbol: the three corners, the timing lines and the format. */
function drawFixedParts(grid: Grid): void {
  const set = (row: number, column: number, isDark: boolean) => {
    const line = grid[row];
    if (line && column >= 0 && column < QR_SIZE) line[column] = isDark;
  };
  for (let at = 0; at < QR_SIZE; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [top, left] of [
    [0, 0],
    [0, QR_SIZE - 7],
    [QR_SIZE - 7, 0],
  ] as const)
    for (let row = -1; row <= 7; row += 1)
      for (let column = -1; column <= 7; column += 1) {
        const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
        set(top + row, left + column, ring !== 2 && ring !== 4);
      }
  let rest = FORMAT;
  for (let nth = 0; nth < 10; nth += 1) rest = (rest << 1) ^ ((rest >>> 9) * FORMAT_GENERATOR);
  const format = ((FORMAT << 10) | rest) ^ FORMAT_MASK;
  const isSet = (bit: number): boolean => ((format >>> bit) & 1) === 1;
  for (let bit = 0; bit < 6; bit += 1) set(bit, 8, isSet(bit));
  set(7, 8, isSet(6));
  set(8, 8, isSet(7));
  set(8, 7, isSet(8));
  for (let bit = 9; bit < 15; bit += 1) set(8, 14 - bit, isSet(bit));
  for (let bit = 0; bit < 8; bit += 1) set(8, QR_SIZE - 1 - bit, isSet(bit));
  for (let bit = 8; bit < 15; bit += 1) set(QR_SIZE - 15 + bit, 8, isSet(bit));
  set(QR_SIZE - 8, 8, true);
}

/** Fills the free modules with the masked bits, in columns of two, upwards and downwards in turn from the right. */
function drawData(grid: Grid, bits: readonly boolean[]): void {
  let next = 0;
  for (let right = QR_SIZE - 1; right >= 1; right -= 2) {
    const column = right <= 6 ? right - 1 : right;
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < QR_SIZE; step += 1)
      for (const at of [column, column - 1]) {
        const row = isUpward ? QR_SIZE - 1 - step : step;
        const line = grid[row];
        if (line?.[at] !== null) continue;
        const isMasked = (row + at) % 2 === 0;
        line[at] = (bits[next] ?? false) !== isMasked;
        next += 1;
      }
  }
}

/** The modules of the QR symbol of four digits, row by row; true is dark. */
export function qrMatrix(digits: string): boolean[][] {
  const data = dataCodewords(digits);
  const bits = [...data, ...errorCorrection(data)].flatMap((word) => bitsOf(word, 8));
  const grid = emptyGrid();
  drawFixedParts(grid);
  drawData(grid, bits);
  return grid.map((row) => row.map((module) => module === true));
}
