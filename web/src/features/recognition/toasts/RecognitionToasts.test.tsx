import {
  getUserStats,
  listUserBadges,
  type UserBadge,
} from '@openlarder/domain/recognition/recognition-contract.ts';
import { act, render } from '@testing-library/react';
import { I18nProvider } from '@lingui/react';
import { i18n } from '@lingui/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query-client.ts';
import { toastSlot } from '#web/ui/ToastRow.tsx';
import { dismissToast, useCurrentToast } from '#web/ui/toast-store.ts';
import { someStats } from '#web/testing/samples.ts';
import { RecognitionToasts } from './RecognitionToasts.tsx';

const ME = '0198a0aa-0000-7000-8000-0000000000a1';

const badge = (id: string): UserBadge => ({
  id: '0198a0aa-0000-7000-8000-0000000000b1',
  badgeId: id,
  badge: {
    id,
    name: id.toUpperCase(),
    description: `For ${id}.`,
    category: 'starter',
    iconName: 'star',
    pointsRequired: 10,
    isActive: true,
  },
  earnedAt: '2026-11-20T12:00:00Z',
});

/** What the slot has shown, with its time in seconds. */
let told: string[] = [];
function Slot() {
  const shown = useCurrentToast();
  if (shown) {
    const title = typeof shown.title === 'string' ? shown.title : 'badge';
    const line = `${title} ${shown.description ?? ''} ${(shown.durationMs ?? 0) / 1000} s`;
    if (told.at(-1) !== line) told.push(line);
  }
  return <>{shown?.title}</>;
}

/** A page of the person; a second one is another tab, or the page after a reload. */
function openPage(points: number, badges: readonly string[] = [], isQuiet = false) {
  const queryClient = createQueryClient();
  const set = (nowPoints: number, nowBadges: readonly string[]) => {
    queryClient.setQueryData([getUserStats.path], someStats(nowPoints));
    queryClient.setQueryData([listUserBadges.path], nowBadges.map(badge));
  };
  set(points, badges);
  const tree = (quiet: boolean) => (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RecognitionToasts personId={ME} isQuiet={quiet} />
        <Slot />
      </QueryClientProvider>
    </I18nProvider>
  );
  const page = render(tree(isQuiet));
  return {
    ...page,
    change: (...now: Parameters<typeof set>) => act(() => set(...now)),
    quiet: (quiet: boolean) => page.rerender(tree(quiet)),
  };
}
const settle = () => act(() => vi.advanceTimersByTimeAsync(1000));
/** Lets each toast go as soon as it is shown, until there is none. */
async function tellAll(): Promise<readonly string[]> {
  for (let round = 0; round < 8; round += 1) {
    await settle();
    act(() => dismissToast());
  }
  return told;
}

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
});
afterEach(() => {
  vi.useRealTimers();
});

describe('news of points', () => {
  it('shows level, badges, gain and milestone one after the other, each for its time', async () => {
    const page = openPage(90, ['first']);
    expect(await tellAll()).toEqual([]);
    page.change(160, ['third', 'second', 'first']);
    expect(await tellAll()).toEqual([
      "Level 3! You're a Food Friend now. 5 s",
      'badge For second. 6 s',
      'badge For third. 6 s',
      '+70 points Thank you, neighbor. 3 s',
      '100 points! You keep good food on tables. 4 s',
    ]);
  });

  it('waits for the one before, and shows the rest after a reload', async () => {
    const page = openPage(40);
    await settle();
    page.change(90, []);
    await settle();
    await settle();
    expect(told).toEqual(["Level 2! You're a Neighbor now. 5 s"]);
    page.unmount();
    act(() => dismissToast());
    openPage(90);
    expect(await tellAll()).toEqual([told[0], '+50 points Thank you, neighbor. 3 s']);
  });

  it('shows nothing old on a new device, nothing twice in two tabs, and no small gain', async () => {
    const first = openPage(260, ['first']);
    const second = openPage(260, ['first']);
    expect(await tellAll()).toEqual([]);
    for (const page of [first, second]) page.change(284, ['first']);
    expect(await tellAll()).toEqual([]);
    for (const page of [first, second]) page.change(310, ['first']);
    expect(await tellAll()).toEqual([
      "Level 4! You're a Food Hero now. 5 s",
      '+26 points Thank you, neighbor. 3 s',
    ]);
  });

  it('shows nothing again after points were reversed and earned again', async () => {
    const page = openPage(140);
    await settle();
    page.change(160, []);
    expect(await tellAll()).toHaveLength(1);
    page.change(100, []);
    await settle();
    page.change(160, []);
    expect(await tellAll()).toHaveLength(1);
  });

  it('waits while the person asks for food, in a hidden tab and while a dialog is open', async () => {
    const page = openPage(40, [], true);
    await settle();
    page.quiet(false);
    await settle();
    page.quiet(true);
    page.change(60, []);
    await settle();
    expect(told).toEqual([]);

    const tab = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    page.quiet(false);
    await settle();
    expect(told).toEqual([]);

    let close: (() => void) | undefined;
    act(() => {
      close = toastSlot.dialog(document.createElement('div'));
    });
    tab.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await settle();
    expect(told).toEqual([]);
    act(() => close?.());
    await settle();
    expect(told).toHaveLength(1);
    tab.mockRestore();
  });

  it.each([true, false])('gives a badge one burst of leaves; with less motion (%s) none', async (isStill) => {
    const real = window.matchMedia.bind(window);
    const media = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) =>
        real(query.includes('reduced-motion') && isStill ? '(min-width: 1px)' : '(max-width: 1px)'),
      );
    const page = openPage(10);
    await settle();
    page.change(20, ['first']);
    await settle();
    expect(page.container.textContent).toBe('New badge: FIRST');
    expect(page.container.querySelectorAll('[data-badge-leaves]')).toHaveLength(isStill ? 0 : 1);
    media.mockRestore();
  });
});
