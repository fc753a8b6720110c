import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Router } from 'wouter';
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location';
import { renderWithProviders } from '#web/testing/render.tsx';
import { SearchToggle } from './SearchToggle.tsx';

function beNarrow(): void {
  const real = window.matchMedia.bind(window);
  const narrow = vi.spyOn(window, 'matchMedia').mockImplementation(() => real('(max-width: 1px)'));
  onTestFinished(() => narrow.mockRestore());
}
beforeEach(beNarrow);

const field = () => screen.queryByRole<HTMLInputElement>('searchbox', { name: 'Search food' });

/** With the browser's own history. */
const inHistory = () =>
  renderWithProviders(
    <Router hook={useBrowserLocation} searchHook={useBrowserSearch}>
      <SearchToggle onUnfolded={vi.fn()} />
    </Router>,
  );
const shown = (): string => window.location.pathname + window.location.search;
afterEach(() => window.history.replaceState(null, '', '/'));

it('unfolds the field with the focus, searches, and folds with the search cleared', async () => {
  const { user } = inHistory();
  expect(field()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Search food' }));
  expect(document.activeElement).toBe(field());
  await user.type(document.activeElement as HTMLElement, 'rye{Enter}');
  expect(shown()).toBe('/?q=rye');
  await user.click(screen.getByRole('button', { name: 'Close search' }));
  await waitFor(() => expect(field()).toBeNull());
  expect(shown()).toBe('/');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search food' }));
});

it('is folded by one Back, and stays unfolded with the focus while it is cleared', async () => {
  const { user } = inHistory();
  await user.click(screen.getByRole('button', { name: 'Search food' }));
  await user.type(field()!, 'rye');
  await waitFor(() => expect(shown()).toBe('/?q=rye'));
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(shown()).toBe('/?q=');
  expect(document.activeElement).toBe(field());
  await user.type(field()!, 'soup');
  await waitFor(() => expect(shown()).toBe('/?q=soup'));
  act(() => window.history.back());
  await waitFor(() => expect(field()).toBeNull());
  expect(shown()).toBe('/');
});

it('is unfolded while there is a search, and folds by Escape', async () => {
  const { user, location } = renderWithProviders(<SearchToggle onUnfolded={vi.fn()} />, {
    at: '/?q=rye&diet=vegan',
  });
  expect(field()?.value).toBe('rye');
  await user.type(field()!, '{Escape}');
  await waitFor(() => expect(field()).toBeNull());
  expect(location.history.at(-1)).toBe('/?diet=vegan');
});

it('does not close what was opened in the pause after typing', async () => {
  const opened = '/?listing=0198a0aa-0000-7000-8000-000000000001';
  const { user, location } = renderWithProviders(<SearchToggle onUnfolded={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Search food' }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.change(field()!, { target: { value: 'rye' } });
  act(() => location.navigate(opened));
  act(() => void vi.advanceTimersByTime(2000));
  expect(location.history.at(-1)).toBe(opened);
});
