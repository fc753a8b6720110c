import { getUserImpact, type UserImpact } from '@openlarder/domain/impact/impact-contract.ts';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { ImpactDashboard } from './ImpactDashboard.tsx';

const NOTHING = { mealsShared: 0, co2Saved: 0, peopleHelped: 0 };
const impact = (thisMonth: number): UserImpact => ({
  mealsShared: 64,
  co2Saved: 206.00832,
  co2SavedLow: 42.6,
  co2SavedHigh: 365.5,
  peopleHelped: 9,
  months: [
    { month: '2026-10', mealsShared: 64 - thisMonth, co2Saved: 10, peopleHelped: 2 },
    { month: '2026-11', mealsShared: thisMonth, co2Saved: 40, peopleHelped: 7 },
  ],
});

it('shows the month beside its goal, all figures, and the months as a table', async () => {
  reply(getUserImpact, impact(34));
  renderWithProviders(<ImpactDashboard />);
  expect(await screen.findByText('34 of 50 meals in November 2026')).toBeTruthy();
  expect(screen.getByText('206 lbs (93 kg)')).toBeTruthy();
  expect(screen.getByText("43 to 366 lbs by others' numbers")).toBeTruthy();
  const rows = within(screen.getByRole('table', { name: 'Your impact by month' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'MonthMealsCO₂People',
    'October 202630 meals10 lbs2 people',
    'November 202634 meals40 lbs7 people',
  ]);
});

it('shows the goal as reached, also far beyond it', async () => {
  reply(getUserImpact, impact(60));
  renderWithProviders(<ImpactDashboard />);
  expect(await screen.findByText(/^60 meals in November 2026: you reached it/)).toBeTruthy();
});

it('shows no goal before the first share', async () => {
  reply(getUserImpact, { ...NOTHING, co2SavedLow: 0, co2SavedHigh: 0, months: [] });
  renderWithProviders(<ImpactDashboard />);
  expect(await screen.findByText(/^Once you share food/)).toBeTruthy();
  expect(screen.queryByText(/of 50|0 meals/)).toBeNull();
});

it('explains the calculation and links to the handovers', async () => {
  reply(getUserImpact, impact(34));
  const { user } = renderWithProviders(<ImpactDashboard />);
  await user.click(await screen.findByRole('button', { name: 'How is this worked out?' }));
  const dialog = await screen.findByRole('dialog', { name: 'How is this worked out?' });
  expect(within(dialog).getByText(/^That makes 206 lbs \(93 kg\)/)).toBeTruthy();
  expect(
    within(dialog)
      .getByRole('link', { name: /Download as a table/ })
      .getAttribute('href'),
  ).toBe('/api/users/impact.csv');
});

it('can be tried again', async () => {
  replyError(getUserImpact, 500, { code: 'unexpected', message: 'Something went wrong.' });
  const { user } = renderWithProviders(<ImpactDashboard />);
  await screen.findByText("We couldn't load your impact.");
  reply(getUserImpact, impact(34));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('34 of 50 meals in November 2026')).toBeTruthy();
});

it('draws a picture to share as soon as it is opened', async () => {
  const drawn: string[] = [];
  const paper = {
    measureText: () => ({ width: 100 }),
    fillText: (text: string) => drawn.push(text),
  };
  const anything = new Proxy<Record<string, unknown>>(paper, {
    get: (own, name: string) => own[name] ?? (() => {}),
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(anything as never);
  reply(getUserImpact, impact(34));
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser());
  setCommunity(aCommunity());
  const { user } = renderWithProviders(<ImpactDashboard />, { queryClient });
  await user.click(await screen.findByRole('button', { name: 'Make a picture to share' }));
  await vi.waitFor(() => expect(drawn).toContain('64 meals saved'));
});
