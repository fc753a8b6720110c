import { claimListing, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { answer, api, refuse } from '#web/testing/api.ts';
import { renderPart } from '#web/testing/render.tsx';
import { aClaim, aListing } from '#web/testing/samples.ts';
import { ClaimCardAction } from './ClaimCardAction.tsx';

const claimButton = () => screen.findByRole('button', { name: 'Claim Sourdough loaves' });

it('claims all that is left, says so, and folds into the ticket', async () => {
  const listing = aListing({ servingsLeft: 3 });
  const claim = aClaim({ servings: 3 }, { id: listing.id });
  answer(listClaims, []);
  const asked = answer(claimListing, { claim, conversationId: claim.conversationId });
  const { user } = renderPart(<ClaimCardAction listing={listing} />);
  const button = await claimButton();
  answer(listClaims, [claim]);
  await user.click(button);

  expect(
    await screen.findByText('Food claimed successfully! Check your messages for coordination.'),
  ).toBeTruthy();
  expect(await screen.findByText('4821')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Go to messages/ }).getAttribute('href')).toBe(
    `/?tab=messages&conversation=${claim.conversationId}`,
  );
  expect(asked.map(({ body, params }) => [body, params['id']])).toEqual([[{ servings: 3 }, listing.id]]);
});

it('adds the server’s reason in the card when it cannot be claimed', async () => {
  answer(listClaims, []);
  refuse(claimListing, 409, { code: 'not-enough', message: 'Somebody was faster.' });
  const { user } = renderPart(<ClaimCardAction listing={aListing()} />);
  await user.click(await claimButton());

  expect(await screen.findByText('Failed to claim food. Please try again.')).toBeTruthy();
  expect(screen.getByText('Somebody was faster.')).toBeTruthy();
  expect(await claimButton()).toBeTruthy();
});

it('tries again under the same key when no answer came', async () => {
  const listing = aListing();
  const claim = aClaim({}, { id: listing.id });
  const keys: (string | null)[] = [];
  answer(listClaims, []);
  api.use(
    http.post('*/api/food-listings/:id/claim', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return HttpResponse.error();
    }),
  );
  const { user } = renderPart(<ClaimCardAction listing={listing} />);
  await user.click(await claimButton());
  await screen.findByText('Failed to claim food. Please try again.');
  const again = answer(claimListing, { claim, conversationId: claim.conversationId });
  await user.click(await claimButton());
  await waitFor(() => expect(again).toHaveLength(1));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(again[0]?.headers.get('Idempotency-Key')).toBe(keys[0]);
});

it('says that one is logged out and goes to sign in', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  answer(listClaims, []);
  refuse(claimListing, 401, { code: 'signed-out', message: 'Please sign in.' });
  const { user } = renderPart(<ClaimCardAction listing={aListing()} />);
  await user.click(await claimButton());

  expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy();
  expect(screen.queryByText('Failed to claim food. Please try again.')).toBeNull();
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/login'), { timeout: 1500 });
  assign.mockRestore();
});

it('is a badge where somebody else claimed it', async () => {
  answer(listClaims, []);
  renderPart(<ClaimCardAction listing={aListing({ status: 'claimed', servingsLeft: 0 })} />);
  expect(await screen.findByText('Claimed')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
