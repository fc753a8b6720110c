import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { keepMarksOf, useMarkedListing } from '#web/lib/marked-listing.ts';
import { marksOnMap } from './marks-on-map.ts';

const at = { latitude: 40.76, longitude: -73.98 };

function Cards() {
  const marked = useMarkedListing();
  return (
    <>
      {['rye', 'soup'].map((id) => (
        <div key={id} data-testid={id} {...marksOnMap({ id, ...at })}>
          <button type="button">Claim {id}</button>
        </div>
      ))}
      <output>{marked?.id}</output>
    </>
  );
}
const card = (id: string) => screen.getByTestId(id);
const marked = () => screen.getByRole('status').textContent;
afterEach(() => keepMarksOf([]));

it('marks what is pointed at, and gives the mark back to what has the keyboard', () => {
  render(<Cards />);
  fireEvent.focus(screen.getByText('Claim rye'));
  expect(marked()).toBe('rye');
  fireEvent.pointerEnter(card('soup'));
  expect(marked()).toBe('soup');
  fireEvent.pointerLeave(card('soup'));
  expect(marked()).toBe('rye');
  fireEvent.pointerEnter(card('rye'));
  fireEvent.pointerLeave(card('rye'));
  expect(marked()).toBe('rye');
  fireEvent.blur(screen.getByText('Claim rye'));
  expect(marked()).toBe('');
});

it('marks no card that has left', async () => {
  render(<Cards />);
  fireEvent.pointerEnter(card('soup'));
  keepMarksOf(['rye', 'soup']);
  expect(marked()).toBe('soup');
  keepMarksOf(['rye']);
  await expect.poll(marked).toBe('');
});
