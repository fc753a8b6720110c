import { claimListing, getClaimLimits, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, hoursFromNow, someLimits } from '#web/testing/samples.ts';
import { ClaimCardAction } from './ClaimCardAction.tsx';
import { ListingClaim } from './ClaimForm.tsx';
import { ClaimLimitsNote } from './ClaimLimits.tsx';

// The lazy import can take longer than a test waits.
beforeAll(async () => void (await import('./ClaimLimits.tsx')));

it('shows the number of open claims', async () => {
  reply(getClaimLimits, someLimits({ openClaims: 2 }));
  renderWithProviders(<ClaimLimitsNote />);
  expect(await screen.findByText('2 active pickups (limit 3)')).toBeTruthy();
  expect(screen.queryByText(/you can claim again/)).toBeNull();
});

it('says when the next claim is possible', async () => {
  reply(getClaimLimits, someLimits({ openClaims: 3 }));
  renderWithProviders(<ClaimLimitsNote />);
  expect(await screen.findByText(/Once one is handed over or canceled, you can claim again\./)).toBeTruthy();
});

it('says what missed pickups change, and until when', async () => {
  reply(getClaimLimits, someLimits({ maxOpenClaims: 1, slowedUntil: hoursFromNow(60) }));
  renderWithProviders(<ClaimLimitsNote />);
  expect(
    await screen.findByText(
      /^Some neighbors waited for you lately\. It happens\. Until \w+ at \d.*, you can have 1 pickup at a time, so no one is left waiting\.$/,
    ),
  ).toBeTruthy();
});

it('replaces a claim button that would be refused', async () => {
  reply(listClaims, []);
  reply(getClaimLimits, someLimits({ openClaims: 3 }));
  renderWithProviders(<ListingClaim listing={aListing()} />);
  expect(await screen.findByText('3 active pickups (limit 3)')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See my pickups' }).getAttribute('href')).toBe(
    '/?tab=profile&room=pickups',
  );
  expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
});

it('links a refused claim to the open pickups', async () => {
  reply(listClaims, []);
  replyError(claimListing, 409, { code: 'claim-limit', message: 'You have 3 open pickups.' });
  const { user } = renderWithProviders(<ClaimCardAction listing={aListing()} />);
  await user.click(await screen.findByRole('button', { name: /^Claim/ }));
  expect(await screen.findByText('You have 3 open pickups.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See my pickups' })).toBeTruthy();
});
