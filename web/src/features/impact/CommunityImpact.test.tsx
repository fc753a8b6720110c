import { getCommunityStats } from '@openlarder/domain/impact/impact-contract.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { CommunityImpact } from './CommunityImpact.tsx';

it('has Meals Saved Today, Active Donors and CO₂ Saved in lbs', async () => {
  reply(getCommunityStats, { mealsToday: 7, activeDonors: 31, co2Saved: 11_310.6 });
  renderWithProviders(<CommunityImpact />);
  const figures = await screen.findAllByRole('definition');
  expect(figures.map(({ textContent }) => textContent)).toEqual(['7', '31', '11,311 lbs (5,130 kg)']);
  expect(screen.getAllByRole('term').map(({ firstChild }) => firstChild?.textContent)).toEqual([
    'Meals Saved Today',
    'Active Donors',
    'CO₂ Saved',
  ]);
  expect(screen.getByRole('region', { name: 'Community Impact' })).toBeTruthy();
});

it('shows a loading error, and loads again', async () => {
  replyError(getCommunityStats, 503, { code: 'away', message: 'We are away for a moment.' });
  const { user } = renderWithProviders(<CommunityImpact />);
  const again = await screen.findByRole('button', { name: 'Try Again' });
  reply(getCommunityStats, { mealsToday: 0, activeDonors: 0, co2Saved: 0 });
  await user.click(again);
  expect(await screen.findAllByRole('definition')).toHaveLength(3);
});
