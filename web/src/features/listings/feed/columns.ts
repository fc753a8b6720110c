import { type RefCallback, useCallback, useState } from 'react';
import { useMediaQuery } from '#web/lib/browser-state.ts';
import type { CardShape } from './ListingCard.tsx';

const PHONE = '(max-width: 39.99rem)';
export const useIsPhone = (): boolean => useMediaQuery(PHONE);

/** As many as most windows have, until they are counted. */
const USUAL = { phone: 2, wide: 4 } as const;

/** The number of columns of a grid, and the ref of an empty one, as wide, by which they are counted. */
export function useColumns(): readonly [columns: number, probe: RefCallback<HTMLElement>] {
  const usual = useIsPhone() ? USUAL.phone : USUAL.wide;
  const [counted, setCounted] = useState<number | null>(null);
  const probe = useCallback((grid: HTMLElement) => {
    const count = () => {
      const tracks = getComputedStyle(grid).gridTemplateColumns;
      setCounted(/^\d/.test(tracks) ? tracks.split(' ').length : null);
    };
    // before the cards are seen, then whenever the width changes
    count();
    const observer = new ResizeObserver(count);
    observer.observe(grid);
    return () => observer.disconnect();
  }, []);
  return [counted ?? usual, probe];
}

/** The shape of a card in a row of so many: those of a last line with a gap beside them are wider, and fill it. */
export function shapeInRow(index: number, count: number, columns: number): CardShape {
  const left = count % columns;
  if (index < count - left || left * 2 > columns) return 'square';
  return left === 1 ? 'whole' : 'half';
}
