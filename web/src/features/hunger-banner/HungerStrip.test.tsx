import { getCommunityStats } from '@openlarder/domain/impact/impact-contract.ts';
import { listRequests } from '@openlarder/domain/emergency/request-contract.ts';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aRequest } from '#web/testing/samples.ts';
import { HungerStrip } from './HungerStrip.tsx';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: new Date(2026, 10, 23, 12, 0, 0),
  });
  reply(listRequests, []);
  reply(getCommunityStats, { mealsToday: 12, activeDonors: 3, co2Saved: 40 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  window.localStorage.clear();
});

function open(at = '/', personId = aUser().id) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ id: personId }));
  return renderWithProviders(<HungerStrip />, { at, queryClient });
}
const banner = () => screen.findByRole('complementary', { name: 'World hunger today' });
/** Unfolds it. */
async function unfold({ user }: Pick<ReturnType<typeof open>, 'user'>) {
  const line = await banner();
  await user.click(within(line).getByRole('button', { name: 'Show world hunger today' }));
  return line;
}
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

describe('the hunger banner', () => {
  it('has the specified figures since local midnight: the clock each second, the counters every 30', async () => {
    const line = await unfold(open());
    // noon: half a day
    expect(line.textContent).toContain('673M facing hunger');
    expect(line.textContent).toContain('12,329 deaths today');
    expect(line.textContent).toContain('2,947 child deaths');
    expect(line.textContent).toContain('12:00:00 PM');
    expect(line.textContent).toContain('Modeled estimates');
    await pass(29_000);
    expect(line.textContent).toContain('12:00:29 PM');
    expect(line.textContent).toContain('12,329 deaths today');
    await pass(1000);
    expect(line.textContent).toContain('12,337 deaths today');
    vi.setSystemTime(new Date(2026, 10, 23, 23, 59, 59));
    await pass(1000);
    expect(line.textContent).toMatch(/hunger0 deaths today/);
    expect(line.textContent).toContain('12:00:00 AM');
  });

  it('stays still while paused, and is no live region', async () => {
    const { user } = open();
    const line = await unfold({ user });
    await user.click(within(line).getByRole('button', { name: 'Pause the numbers' }));
    const shown = line.textContent;
    await pass(90_000);
    expect(line.textContent).toBe(shown);
    expect(line.querySelector('[aria-live], output, [role=status], [role=timer]')).toBeNull();
    await user.click(within(line).getByRole('button', { name: 'Let the numbers run' }));
    expect(line.textContent).toContain('12:01:30 PM');
  });

  it('stays still from the start with reduced motion', async () => {
    const matchMedia = window.matchMedia.bind(window);
    vi.stubGlobal('matchMedia', (query: string) => {
      const list = matchMedia(query);
      if (query.includes('reduced-motion')) Object.defineProperty(list, 'matches', { value: true });
      return list;
    });
    const line = await unfold(open());
    const shown = line.textContent;
    await pass(60_000);
    expect(line.textContent).toBe(shown);
    expect(within(line).getByRole('button', { name: 'Let the numbers run' })).toBeTruthy();
  });

  it('opens where its numbers come from', async () => {
    const { user } = open();
    const line = await unfold({ user });
    await user.click(within(line).getByRole('button', { name: /facing hunger/ }));
    const dialog = await screen.findByRole('dialog', { name: 'World hunger today' });
    expect(dialog.textContent).toContain('Modeled estimates from public agency data.');
    expect(dialog.textContent).toContain('0.2854 a second');
    expect(dialog.textContent).toContain('5,895 a day');
    expect(dialog.textContent).toContain('673,000,000');
  });

  it('says what was rescued here, and remembers for each person that it was unfolded', async () => {
    const first = open();
    expect(await within(await banner()).findByText('12 meals rescued here today')).toBeTruthy();
    expect((await banner()).textContent).not.toContain('deaths');
    await unfold(first);
    first.unmount();
    const again = open();
    expect((await banner()).textContent).toContain('deaths');
    again.unmount();
    open('/', '0198a0aa-0000-7000-8000-0000000000a2');
    expect((await banner()).textContent).not.toContain('deaths');
  });

  it('unfolds by a tap on its words too', async () => {
    const { user } = open();
    await user.click(await within(await banner()).findByText('12 meals rescued here today'));
    expect((await banner()).textContent).toContain('deaths');
  });

  it.each(['/?tab=profile&room=requests', '/?tab=discover&filter=emergencies', '/?tab=messages'])(
    'is hidden from people who request food or help: %s',
    (at) => {
      const { container } = open(at);
      expect(container.textContent).toBe('');
      expect(container.querySelector('.min-h-\\[min\\(1\\.5rem\\,32px\\)\\]')).toBeNull();
    },
  );

  it('is absent while a person’s own request is open', async () => {
    reply(listRequests, [aRequest()]);
    const { container } = open();
    await banner().catch(() => null);
    await expect.poll(() => container.textContent).toBe('');
  });
});
