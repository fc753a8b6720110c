import { sendVerificationMail } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { claimListing, getClaimLimits, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { reply, api, replyError } from '#web/testing/api.ts';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { renderPart } from '#web/testing/render.tsx';
import { aClaim, aListing, someLimits } from '#web/testing/samples.ts';
import { ClaimCardAction } from './ClaimCardAction.tsx';

beforeEach(() => void reply(getClaimLimits, someLimits()));

const claimButton = () => screen.findByRole('button', { name: /^Claim \d servings of Sourdough loaves$/ });

it('claims all servings left, shows a toast and the ticket', async () => {
  const listing = aListing({ servingsLeft: 3 });
  const claim = aClaim({ servings: 3 }, { id: listing.id });
  reply(listClaims, []);
  const asked = reply(claimListing, { claim, conversationId: claim.conversationId });
  const { user } = renderPart(<ClaimCardAction listing={listing} />);
  const button = await claimButton();
  reply(listClaims, [claim]);
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

it('shows the server’s reason when a claim is refused', async () => {
  reply(listClaims, []);
  replyError(claimListing, 409, refusalOf('not-enough', { left: 0 }));
  const { user } = renderPart(<ClaimCardAction listing={aListing()} />);
  await user.click(await claimButton());

  expect(await screen.findByText('Failed to claim food. Please try again.')).toBeTruthy();
  expect(screen.getByText(errorSentence('not-enough', { left: 0 }))).toBeTruthy();
  expect(await claimButton()).toBeTruthy();
});

it('retries with the same idempotency key after a lost answer', async () => {
  const listing = aListing();
  const claim = aClaim({}, { id: listing.id });
  const keys: (string | null)[] = [];
  reply(listClaims, []);
  api.use(
    http.post('*/api/food-listings/:id/claim', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return HttpResponse.error();
    }),
  );
  const { user } = renderPart(<ClaimCardAction listing={listing} />);
  await user.click(await claimButton());
  await screen.findByText('Failed to claim food. Please try again.');
  const again = reply(claimListing, { claim, conversationId: claim.conversationId });
  await user.click(await claimButton());
  await waitFor(() => expect(again).toHaveLength(1));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(again[0]?.headers.get('Idempotency-Key')).toBe(keys[0]);
});

it('shows a toast and goes to the sign-in page if signed out', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  reply(listClaims, []);
  replyError(claimListing, 401, { code: 'signed-out', message: 'Please sign in.' });
  const { user } = renderPart(<ClaimCardAction listing={aListing()} />);
  await user.click(await claimButton());

  expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy();
  expect(screen.queryByText('Failed to claim food. Please try again.')).toBeNull();
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/login'), { timeout: 1500 });
  assign.mockRestore();
});

it('shows a badge if another person has claimed it', async () => {
  reply(listClaims, []);
  renderPart(<ClaimCardAction listing={aListing({ status: 'claimed', servingsLeft: 0 })} />);
  expect(await screen.findByText('Claimed')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('moves the focus to the ticket', async () => {
  const listing = aListing();
  const claim = aClaim({}, { id: listing.id });
  reply(listClaims, []);
  reply(claimListing, { claim, conversationId: claim.conversationId });
  const { user } = renderPart(<ClaimCardAction listing={listing} />);
  (await claimButton()).focus();
  reply(listClaims, [claim]);
  await user.keyboard('{Enter}');
  const link = await screen.findByRole('link', { name: /Go to messages/ });
  await waitFor(() => expect(document.activeElement).toBe(link));
  expect(screen.getByText('You claimed 4 servings')).toBeTruthy();
});

it('offers all or a part of a large lot, a part with two presses', async () => {
  const listing = aListing({ isBulk: true, estimatedServings: 50, servingsLeft: 50 });
  const claim = aClaim({ servings: 4 }, { id: listing.id, status: 'posted' });
  reply(listClaims, []);
  const asked = reply(claimListing, { claim, conversationId: claim.conversationId });
  const { user } = renderPart(<ClaimCardAction listing={listing} />);
  expect(await screen.findByRole('button', { name: 'Claim all 50 of Sourdough loaves' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Take some of Sourdough loaves' }));
  const claimSome = await screen.findByRole('button', { name: 'Claim 4 servings' });
  reply(listClaims, [claim]);
  await user.click(claimSome);
  expect(await screen.findByText('4821')).toBeTruthy();
  expect(asked.map(({ body }) => body)).toEqual([{ servings: 4 }]);
});

it('offers to resend the verification mail if the address is not confirmed', async () => {
  reply(listClaims, []);
  replyError(claimListing, 403, refusalOf('verify-email'));
  const asked = reply(sendVerificationMail, { sentTo: 'june@example.org' });
  const { user } = renderPart(<ClaimCardAction listing={aListing()} />);
  await user.click(await claimButton());
  expect(await screen.findByText(errorSentence('verify-email'))).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Send the email again' }));
  expect(await screen.findByText(/We sent it to june@example.org/)).toBeTruthy();
  expect(asked).toHaveLength(1);
});
