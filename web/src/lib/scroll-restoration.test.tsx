import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { savedScrollPosition, saveScrollPosition } from '#web/lib/scroll-restoration.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { useScrollRestoration } from './scroll-restoration.ts';

let wentTo: number[];

beforeEach(() => {
  wentTo = [];
  window.history.replaceState(null, '');
  vi.spyOn(window, 'scrollTo').mockImplementation((to?: unknown) => {
    if (typeof to === 'object' && to !== null && 'top' in to) wentTo.push(Number(to.top));
  });
});
afterEach(() => void vi.restoreAllMocks());

/** A list of three pages with one item each; loads its next page on request. */
function Pages() {
  const list = useRef<HTMLUListElement>(null);
  const [pages, setPages] = useState(1);
  const loadMore = () => void setTimeout(() => setPages((count) => count + 1), 5);
  useScrollRestoration(list, { pages, hasMore: pages < 3, canLoad: true, loadMore });
  return (
    <ul ref={list}>
      {Array.from({ length: pages }, (_, page) => (
        <li key={page} data-item={`item-${page}`}>
          <a href="/elsewhere" onClick={(event) => event.preventDefault()}>
            Item {page}
          </a>
        </li>
      ))}
    </ul>
  );
}

it('restores the pages, the scroll position and the focused item', async () => {
  saveScrollPosition({ scrollY: 2400, itemId: 'item-1', pages: 2 });
  renderWithProviders(<Pages />);
  const item = await screen.findByRole('link', { name: 'Item 1' });
  await expect.poll(() => document.activeElement).toBe(item);
  expect(wentTo).toEqual([2400]);
  expect(screen.queryByText('Item 2')).toBeNull();
});

it('restores nothing on a first visit, and saves the position on leaving', async () => {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(777);
  const { user } = renderWithProviders(<Pages />);
  await user.click(screen.getByRole('link', { name: 'Item 0' }));
  expect(wentTo).toEqual([]);
  expect(savedScrollPosition()).toEqual({ scrollY: 777, itemId: 'item-0', pages: 1 });
});

it('saves nothing at a click that leads nowhere', async () => {
  renderWithProviders(<Pages />);
  await waitFor(() => expect(savedScrollPosition()).not.toBeNull());
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(777);
  fireEvent.click(document.body);
  expect(savedScrollPosition()?.scrollY).not.toBe(777);
});

it('does not scroll back after the user has moved on', async () => {
  saveScrollPosition({ scrollY: 2400, itemId: null, pages: 2 });
  renderWithProviders(<Pages />);
  fireEvent.wheel(window);
  await screen.findByText('Item 1');
  expect(wentTo).toEqual([]);
});

it('restores as much as there is if the list is shorter', async () => {
  saveScrollPosition({ scrollY: 9000, itemId: 'item-7', pages: 9 });
  renderWithProviders(<Pages />);
  await screen.findByText('Item 2');
  expect(wentTo).toEqual([9000]);
});
