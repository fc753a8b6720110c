import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { shapeInRow, useColumns } from './FeedItem.tsx';

it.each([
  [4, 3, ['square', 'square', 'square']],
  [4, 1, ['whole']],
  [4, 2, ['half', 'half']],
  [4, 5, ['square', 'square', 'square', 'square', 'whole']],
  [3, 4, ['square', 'square', 'square', 'whole']],
  [1, 2, ['square', 'square']],
])('in %i columns leaves no gap beside the last of %i cards', (columns, count, shapes) => {
  expect(Array.from({ length: count }, (_, index) => shapeInRow(index, count, columns))).toEqual(shapes);
});

afterEach(() => vi.unstubAllGlobals());

function Grid({ columns }: { readonly columns: string | undefined }) {
  const [counted, probe] = useColumns();
  return (
    <div ref={probe} style={{ gridTemplateColumns: columns }}>
      {counted} columns
    </div>
  );
}

it.each([
  ['170px 170px 170px', '3 columns'],
  ['500px', '1 columns'],
  // nothing is laid out
  [undefined, '4 columns'],
])('counts the columns of %s once they are laid out', (columns, counted) => {
  let layOut = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: () => void) {
        layOut = listener;
      }
      observe() {}
      disconnect() {}
    },
  );
  render(<Grid columns={columns} />);
  act(() => layOut());
  expect(screen.getByText(counted)).toBeTruthy();
});
