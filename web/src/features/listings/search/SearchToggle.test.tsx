import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Link, Router } from 'wouter';
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location';
import { renderWithProviders } from '#web/testing/render.tsx';
import { type FeedFilter, useFeedFilter, useFeedPath } from './feed-filter.ts';
import { SearchToggle } from './SearchField.tsx';

function beNarrow(): void {
  const real = window.matchMedia.bind(window);
  const narrow = vi.spyOn(window, 'matchMedia').mockImplementation(() => real('(max-width: 1px)'));
  onTestFinished(() => narrow.mockRestore());
}
beforeEach(beNarrow);

const field = () => screen.queryByRole<HTMLInputElement>('searchbox', { name: 'Search food' });

/** With the browser's own history. */
const inHistory = (beside?: ReactNode) =>
  renderWithProviders(
    <Router hook={useBrowserLocation} searchHook={useBrowserSearch}>
      <SearchToggle onUnfolded={vi.fn()} />
      {beside}
    </Router>,
  );
const shown = (): string => window.location.pathname + window.location.search;

const GIVER = '0198a0aa-0000-7000-8000-000000000002';
const Under = () => <p>under {useFeedPath(useFeedFilter()[0])}</p>;
/** Another part of the page that changes the filter. */
function Choose({ label, part }: { readonly label: string; readonly part: Partial<FeedFilter> }) {
  const [filter, change] = useFeedFilter();
  return (
    <button type="button" onClick={() => change({ ...filter, ...part })}>
      {label}
    </button>
  );
}
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

it('does not close what was opened in the pause after typing, and searches afterwards', async () => {
  const opened = '/?q=&listing=0198a0aa-0000-7000-8000-000000000001';
  const { user, location } = renderWithProviders(<SearchToggle onUnfolded={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Search food' }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.change(field()!, { target: { value: 'rye' } });
  act(() => location.navigate(opened));
  act(() => void vi.advanceTimersByTime(2000));
  expect(location.history.at(-1)).toBe(opened);
  act(() => location.navigate('/?q='));
  act(() => void vi.advanceTimersByTime(2000));
  expect(location.history.at(-1)).toBe('/?q=rye');
});

it('is in the address of what opens over it, and takes the focus only by its own press', async () => {
  const { user } = inHistory(<Under />);
  await user.click(screen.getByRole('button', { name: 'Search food' }));
  expect(screen.getByText('under /?q=')).toBeTruthy();
  act(() => window.history.back());
  await waitFor(() => expect(field()).toBeNull());
  act(() => window.history.forward());
  await waitFor(() => expect(field()).toBeTruthy());
  expect(document.activeElement).not.toBe(field());
});

it('keeps what was chosen meanwhile when it is folded', async () => {
  const { user } = inHistory(<Choose label="Fresh" part={{ freshness: 'fresh' }} />);
  await user.click(screen.getByRole('button', { name: 'Search food' }));
  await user.type(field()!, 'rye{Enter}');
  await user.click(screen.getByRole('button', { name: 'Fresh' }));
  expect(shown()).toBe('/?q=rye&freshness=fresh');
  await user.click(screen.getByRole('button', { name: 'Close search' }));
  expect(shown()).toBe('/?freshness=fresh');
  expect(field()).toBeNull();
});

it("stays in one giver's list when it is folded there", async () => {
  const { user } = inHistory(<Link href={`/?q=rye&donor=${GIVER}`}>and 2 more</Link>);
  await user.click(screen.getByRole('button', { name: 'Search food' }));
  await user.type(field()!, 'rye{Enter}');
  await user.click(screen.getByRole('link', { name: 'and 2 more' }));
  await user.click(screen.getByRole('button', { name: 'Close search' }));
  expect(shown()).toBe(`/?donor=${GIVER}`);
});

it('leaves no entry of its own where another button clears it', async () => {
  window.history.pushState(null, '', '/?diet=vegan');
  const entries = () => window.history.length;
  const { user } = inHistory(<Choose label="Clear" part={{ q: '' }} />);
  await user.click(screen.getByRole('button', { name: 'Search food' }));
  await user.type(field()!, 'rye{Enter}');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(field()).toBeNull());
  expect(shown()).toBe('/?diet=vegan');
  const before = entries();
  window.history.pushState(null, '', '/?diet=vegan');
  // the entry that the search had is the next one
  expect(entries()).toBe(before);
});
