import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { highlightHandlers, keepHighlightsOf, useHighlightedListing } from './highlighted-listing.ts';

const at = { latitude: 40.76, longitude: -73.98 };

function Cards() {
  const marked = useHighlightedListing();
  return (
    <>
      {['rye', 'soup'].map((id) => (
        <div key={id} data-testid={id} {...highlightHandlers({ id, ...at })}>
          <button type="button">Claim {id}</button>
        </div>
      ))}
      <output>{marked?.id}</output>
    </>
  );
}
const card = (id: string) => screen.getByTestId(id);
const marked = () => screen.getByRole('status').textContent;
afterEach(() => keepHighlightsOf([]));

it('highlights the hovered card, and the focused one when the pointer leaves', () => {
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

it('highlights no card that has unmounted', async () => {
  render(<Cards />);
  fireEvent.pointerEnter(card('soup'));
  keepHighlightsOf(['rye', 'soup']);
  expect(marked()).toBe('soup');
  keepHighlightsOf(['rye']);
  await expect.poll(marked).toBe('');
});
