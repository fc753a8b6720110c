import { getClaimLimits, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { act, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, hoursFromNow, someLimits } from '#web/testing/samples.ts';
import { ClaimCardAction } from './ClaimCardAction.tsx';
import { ListingClaim } from './ClaimForm.tsx';

// The lazy import can take longer than a test waits.
beforeAll(async () => void (await import('./ClaimForm.tsx')));
beforeEach(() => {
  reply(listClaims, []);
  setCommunity(aCommunity());
});

const aDonation = (said = {}) =>
  aListing({ isBulk: true, estimatedServings: 50, servingsLeft: 50, expiryDate: null, ...said });
const newcomers = (servingsTaken: number) =>
  someLimits({
    bulk: {
      servingsTaken,
      maxServings: 6,
      nextAt: servingsTaken < 6 ? null : hoursFromNow(20),
      level: 'new',
      maxServingsNext: 20,
    },
  });

it('offers what is left of the share, and says when it is more', async () => {
  reply(getClaimLimits, newcomers(4));
  renderWithProviders(<ListingClaim listing={aDonation()} />);
  expect(await screen.findByText(/You can take 2 more servings from big donations for now/)).toBeTruthy();
  expect(screen.getByText(/After your first day here, you can take up to 20\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Claim 2 servings' })).toBeTruthy();
});

it('says when there is more once the share is taken', async () => {
  reply(getClaimLimits, newcomers(6));
  renderWithProviders(<ListingClaim listing={aDonation()} />);
  expect(
    await screen.findByText(
      /You've taken 6 servings from big donations in the last 24 hours\. You can take more \w+ at \d/,
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
});

it('opens the form on the card without offering all of it', async () => {
  reply(getClaimLimits, newcomers(0));
  const { user } = renderWithProviders(<ClaimCardAction listing={aDonation()} />);
  await user.click(await screen.findByRole('button', { name: /^Take some/ }));
  await screen.findByRole('button', { name: 'Claim 2 servings' });
  // the limit is said where it is met
  const limit = /You can take up to 6 servings from big donations for now/;
  expect(screen.queryByText(limit)).toBeNull();
  for (let nth = 0; nth < 4; nth += 1) await user.click(screen.getByRole('button', { name: 'One more' }));
  expect(screen.getByText(limit)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Claim all/ })).toBeNull();
});

it('offers more without a reload once the time has come', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const asked = reply(getClaimLimits, newcomers(6));
  renderWithProviders(<ListingClaim listing={aDonation({ availableUntil: hoursFromNow(40) })} />);
  await screen.findByText(/You've taken 6 servings/);
  await act(() => vi.advanceTimersByTimeAsync(19 * HOUR_MS));
  expect(asked).toHaveLength(1);
  reply(getClaimLimits, newcomers(2));
  await act(() => vi.advanceTimersByTimeAsync(HOUR_MS + 2000));
  expect(await screen.findByRole('button', { name: 'Claim 2 servings' })).toBeTruthy();
});

it('asks whose email is unconfirmed to confirm it, where mail is sent', async () => {
  reply(getClaimLimits, newcomers(4));
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ emailVerified: false }));
  setCommunity(aCommunity({ sendsMail: true }));
  renderWithProviders(<ListingClaim listing={aDonation()} />, { queryClient });
  expect(await screen.findByText(/Confirm your email to take more\./)).toBeTruthy();
  expect(screen.queryByText(/After your first day/)).toBeNull();
});

it.each([
  ['a serving for each of the household', 3, 0, 3],
  ['two, without a household', null, 0, 2],
  ['no more than they may take', 5, 2, 4],
])('suggests %s on the card', async (_what, householdSize, taken, servings) => {
  reply(getClaimLimits, newcomers(taken));
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ householdSize }));
  const { user } = renderWithProviders(<ClaimCardAction listing={aDonation()} />, { queryClient });
  await user.click(await screen.findByRole('button', { name: /^Take some/ }));
  expect(await screen.findByRole('button', { name: `Claim ${servings} servings` })).toBeTruthy();
});

it('claims on the card no more of a small rest than they may take', async () => {
  reply(getClaimLimits, newcomers(5));
  renderWithProviders(<ClaimCardAction listing={aDonation({ servingsLeft: 8 })} />);
  expect(await screen.findByRole('button', { name: /^Claim 1 serving of/ })).toBeTruthy();
});

it('says that one person may take it all, if the giver allows it', async () => {
  reply(getClaimLimits, newcomers(0));
  renderWithProviders(<ListingClaim listing={aDonation({ mayGoToOne: true })} />);
  expect(await screen.findByText('You can take it all.')).toBeTruthy();
});

it('does not say so about food that is shared out', async () => {
  reply(getClaimLimits, newcomers(0));
  renderWithProviders(<ListingClaim listing={aDonation()} />);
  await screen.findByRole('button', { name: 'Claim 2 servings' });
  expect(screen.queryByText('You can take it all.')).toBeNull();
});

it.each([
  ['a household’s own dish', { isBulk: false }],
  ['food that may go to one person', { mayGoToOne: true }],
  ['its last two hours', { availableUntil: hoursFromNow(1.5) }],
])('does not limit %s', async (_what, said) => {
  reply(getClaimLimits, newcomers(6));
  renderWithProviders(<ListingClaim listing={aDonation(said)} />);
  expect(await screen.findByRole('textbox', { name: 'How many, up to 50' })).toBeTruthy();
  expect(screen.queryByText(/big donations/)).toBeNull();
});
