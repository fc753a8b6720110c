import { getClaimLimits, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { reply } from '#web/testing/api.ts';
import { renderPart } from '#web/testing/render.tsx';
import { aListing, hoursFromNow, someLimits } from '#web/testing/samples.ts';
import { ClaimCardAction } from './ClaimCardAction.tsx';
import { ListingClaim } from './ClaimForm.tsx';

// The lazy import can take longer than a test waits.
beforeAll(async () => void (await import('./ClaimForm.tsx')));
beforeEach(() => reply(listClaims, []));

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
  reply(getClaimLimits, newcomers(2));
  renderPart(<ListingClaim listing={aDonation()} />);
  expect(await screen.findByText(/you can take 4 more servings from big donations today/)).toBeTruthy();
  expect(screen.getByText(/After your first day here it's 20\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Claim 4 servings' })).toBeTruthy();
});

it('says when there is more once the share is taken', async () => {
  reply(getClaimLimits, newcomers(6));
  renderPart(<ListingClaim listing={aDonation()} />);
  expect(await screen.findByText(/You've had 6 servings from big donations in 24 hours/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
});

it('opens the form on the card instead of offering all of it', async () => {
  reply(getClaimLimits, newcomers(0));
  renderPart(<ClaimCardAction listing={aDonation()} />);
  expect(await screen.findByText(/you can take 6 more servings/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Claim all/ })).toBeNull();
});

it.each([
  ['a household’s own dish', { isBulk: false }],
  ['food that may go to one person', { mayGoToOne: true }],
  ['its last two hours', { availableUntil: hoursFromNow(1.5) }],
])('does not limit %s', async (_what, said) => {
  reply(getClaimLimits, newcomers(6));
  renderPart(<ListingClaim listing={aDonation(said)} />);
  expect(await screen.findByRole('button', { name: 'Claim all 50 servings' })).toBeTruthy();
  expect(screen.queryByText(/big donations/)).toBeNull();
});
