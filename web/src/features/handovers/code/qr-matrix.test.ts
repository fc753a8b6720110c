import { expect, it } from 'vitest';
import { qrMatrix } from './qr-matrix.ts';

const drawn = (digits: string) =>
  qrMatrix(digits).map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''));

// Read back as "7303" by an independent decoder (jsQR 1.4.0), as were those of 0000 and 0420.
const SEVEN_THREE_ZERO_THREE = `
#######.###.#.#######
#.....#.......#.....#
#.###.#..##...#.###.#
#.###.#.###.#.#.###.#
#.###.#..#.##.#.###.#
#.....#....#..#.....#
#######.#.#.#.#######
.........###.........
..#.###.##..##...#..#
##...#.#.#.....#.#.##
#######...##.###.#...
...#...#.##.#.####...
#.##..##..####.#..##.
........#.##.##...###
#######...#..##.#...#
#.....#.#.#.##....#..
#.###.#.##..#...#.#.#
#.###.#...#.#..#.#.#.
#.###.#.#.#....#.##.#
#.....#....#..####...
#######...#..#.#.##.#
`.trim();

it('draws the symbol that readers read as its digits', () => {
  expect(drawn('7303').join('\n')).toBe(SEVEN_THREE_ZERO_THREE);
});

it('differs from code to code, leading zeros included', () => {
  const symbols = ['0000', '0420', '4200', '7303'].map((digits) => drawn(digits).join());
  expect(new Set(symbols).size).toBe(4);
});
