import { releaseHandover } from '@openlarder/domain/handovers/handover-contract.ts';
import { sendVerificationMail } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { claimListing, getClaimLimits, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { listListings } from '@openlarder/domain/listings/listing-contract.ts';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { unsentText } from '#web/features/messaging/unsent-text.ts';
import { paths } from '#web/lib/paths.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aClaim, aListing, hoursFromNow, someLimits } from '#web/testing/samples.ts';
import { ClaimCardAction } from './ClaimCardAction.tsx';

beforeEach(() => void reply(getClaimLimits, someLimits()));

const claimButton = () => screen.findByRole('button', { name: /^Claim \d servings of Sourdough loaves$/ });

it('claims all servings left, shows a toast and the ticket', async () => {
  const listing = aListing({ servingsLeft: 2 });
  const claim = aClaim({ servings: 2 }, { id: listing.id });
  reply(listClaims, []);
  const asked = reply(claimListing, { claim, conversationId: claim.conversationId });
  const { user } = renderWithProviders(<ClaimCardAction listing={listing} />);
  const button = await claimButton();
  reply(listClaims, [claim]);
  await user.click(button);

  expect(
    await screen.findByText('Food claimed successfully! Check your messages for coordination.'),
  ).toBeTruthy();
  expect(await screen.findByRole('group', { name: 'You claimed 2 servings' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Yours · .*, Open messages/ }).getAttribute('href')).toBe(
    `/?tab=messages&conversation=${claim.conversationId}`,
  );
  expect(asked.map(({ body, params }) => [body, params['id']])).toEqual([[{ servings: 2 }, listing.id]]);
});

it('shows the server’s reason when a claim is refused', async () => {
  reply(listClaims, []);
  replyError(claimListing, 409, refusalOf('own-listing'));
  const { user } = renderWithProviders(<ClaimCardAction listing={aListing()} />);
  await user.click(await claimButton());

  expect(await screen.findByText('Failed to claim food. Please try again.')).toBeTruthy();
  expect(screen.getByText(errorSentence('own-listing'))).toBeTruthy();
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
  const { user } = renderWithProviders(<ClaimCardAction listing={listing} />);
  await user.click(await claimButton());
  await screen.findByText('Failed to claim food. Please try again.');
  const again = reply(claimListing, { claim, conversationId: claim.conversationId });
  await user.click(await claimButton());
  await waitFor(() => expect(again).toHaveLength(1));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(again[0]?.headers.get('Idempotency-Key')).toBe(keys[0]);
});

it('claims again where the answer is that of a claim which has ended since', async () => {
  const listing = aListing();
  const keys: (string | null)[] = [];
  reply(listClaims, []);
  reply(claimListing, ({ headers }) => {
    keys.push(headers.get('Idempotency-Key'));
    const claim = aClaim({ status: keys.length === 1 ? 'released' : 'open' }, { id: listing.id });
    return { claim, conversationId: claim.conversationId };
  });
  const { user } = renderWithProviders(<ClaimCardAction listing={listing} />);
  await user.click(await claimButton());
  await screen.findByText('Food claimed successfully! Check your messages for coordination.');
  expect(new Set(keys).size).toBe(2);
});

it('shows a toast and goes to the sign-in page if signed out', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  reply(listClaims, []);
  replyError(claimListing, 401, { code: 'signed-out', message: 'Please sign in.' });
  const { user } = renderWithProviders(<ClaimCardAction listing={aListing()} />);
  await user.click(await claimButton());

  expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy();
  expect(screen.queryByText('Failed to claim food. Please try again.')).toBeNull();
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/login?ended'));
  assign.mockRestore();
});

it('shows a badge if another person has claimed it', async () => {
  reply(listClaims, []);
  renderWithProviders(<ClaimCardAction listing={aListing({ status: 'claimed', servingsLeft: 0 })} />);
  expect(await screen.findByText('Claimed')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('moves the focus to the ticket, which has a name', async () => {
  const listing = aListing();
  const claim = aClaim({}, { id: listing.id });
  reply(listClaims, []);
  reply(claimListing, { claim, conversationId: claim.conversationId });
  const { user } = renderWithProviders(<ClaimCardAction listing={listing} />);
  (await claimButton()).focus();
  reply(listClaims, [claim]);
  await user.keyboard('{Enter}');
  const ticket = await screen.findByRole('group', { name: 'You claimed 4 servings' });
  await waitFor(() => expect(document.activeElement).toBe(ticket));
  expect(within(ticket).getByText(/Yours · agree on a time/)).toBeTruthy();
});

it.each([
  ['to come where the place is known and open now', { placeIsPublic: true }, {}, 'Yours · come by'],
  [
    'a proposed time with a question',
    {},
    { proposal: { time: '2026-11-27T21:30:00Z', by: 'giver' } },
    /^Yours · .*\d:30 PM\?$/,
  ],
  ['an agreed time', {}, { agreedTime: '2026-11-27T21:30:00Z' }, /^Yours · .*\d:30 PM$/],
] as const)('says on the card %s', async (_what, place, agreed, said) => {
  const times = { availableFrom: hoursFromNow(-1), availableUntil: hoursFromNow(2), ...place };
  const listing = aListing(times);
  const claim = aClaim({}, { id: listing.id, ...times });
  reply(listClaims, [{ ...claim, handover: { ...claim.handover, ...agreed } }]);
  renderWithProviders(<ClaimCardAction listing={listing} />);
  expect(await screen.findByText(said)).toBeTruthy();
});

it('is kind to who was too late, and leads to the nearest food of the same kind, which no second tap claims', async () => {
  const listing = aListing();
  const near = aListing({ title: 'Rye bread', distanceKm: 0.4, servingsLeft: 3 });
  const far = aListing({ title: 'Bagels', distanceKm: 2 });
  reply(listClaims, []);
  replyError(claimListing, 409, refusalOf('not-available.claimed'));
  const looked = reply(listListings, [far, listing, near]);
  let now = listing;
  let refresh = () => {};
  function Card() {
    const [shown, setShown] = useState(now);
    refresh = () => setShown(now);
    return <ClaimCardAction listing={shown} />;
  }
  const { user } = renderWithProviders(<Card />);
  await user.click(await claimButton());
  expect((await screen.findByRole('alert')).textContent).toBe('Someone was a moment quicker.');
  expect(screen.queryByText('Failed to claim food. Please try again.')).toBeNull();
  // also once the card knows that it is gone
  now = { ...listing, status: 'claimed', servingsLeft: 0 };
  act(refresh);
  expect(await screen.findByRole('link', { name: 'Rye bread' })).toBeTruthy();
  expect(looked[0]?.query.get('category')).toBe(listing.category);
  expect(screen.queryByRole('link', { name: 'Bagels' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Rye bread' }).getAttribute('href')).toMatch(near.id);
  expect(screen.getByText('Claimed')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
  // someone has canceled
  now = listing;
  act(refresh);
  expect(await claimButton()).toBeTruthy();
  expect(screen.queryByText('Someone was a moment quicker.')).toBeNull();
});

describe('undoing', () => {
  const made = async (listing = aListing()) => {
    const claim = aClaim({}, { id: listing.id });
    reply(listClaims, []);
    reply(claimListing, { claim, conversationId: claim.conversationId });
    const part = renderWithProviders(<ClaimCardAction listing={listing} />);
    const button = await claimButton();
    reply(listClaims, [claim]);
    await part.user.click(button);
    return { ...part, claim, undo: await screen.findByRole('button', { name: /^Undo/ }) };
  };

  it('releases a new claim for no reason, says so and offers it again', async () => {
    const { user, claim, undo } = await made();
    const released = { ...claim.handover, status: 'released', code: null, endedAt: hoursFromNow(0) } as const;
    const asked = reply(releaseHandover, released);
    reply(listClaims, [{ ...claim, status: 'released', handover: released }]);
    await user.click(undo);
    const again = await claimButton();
    expect(asked.map(({ body, params }) => [body, params['id']])).toEqual([
      [{ reason: 'other' }, claim.handover.id],
    ]);
    expect(await screen.findByText('This pickup is canceled')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(again));
  });

  it('says in place why it failed', async () => {
    const { user, undo } = await made();
    replyError(releaseHandover, 409, refusalOf('handover-ended.released'));
    await user.click(undo);
    expect((await screen.findByRole('alert')).textContent).toBe(errorSentence('handover-ended.released'));
    expect(screen.getByRole('group', { name: 'You claimed 4 servings' })).toBeTruthy();
  });

  it.each([
    [9, true],
    [11, false],
  ])('is offered on a ticket that is opened again after %i minutes: %s', async (minutes, isOffered) => {
    const listing = aListing();
    const claim = aClaim({}, { id: listing.id });
    const handover = { ...claim.handover, createdAt: hoursFromNow(-minutes / 60) };
    reply(listClaims, [{ ...claim, handover }]);
    renderWithProviders(<ClaimCardAction listing={listing} />);
    expect(await screen.findByRole('group', { name: 'You claimed 4 servings' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Undo/ }) !== null).toBe(isOffered);
  });
});

it.each([
  [{ servingsLeft: 9 }, 'Claim 2 servings'],
  [{ servingsLeft: 50, isBulk: true }, 'Take some'],
])('shows the number of servings to claim: %j', async (said, label) => {
  reply(listClaims, []);
  renderWithProviders(<ClaimCardAction listing={aListing({ estimatedServings: 50, ...said })} />);
  expect((await screen.findByRole('button')).textContent).toBe(label);
});

it('claims a part of a large lot for the household with two presses', async () => {
  const listing = aListing({ isBulk: true, estimatedServings: 50, servingsLeft: 50 });
  const claim = aClaim({ servings: 3 }, { id: listing.id, status: 'posted' });
  reply(listClaims, []);
  const asked = reply(claimListing, { claim, conversationId: claim.conversationId });
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ householdSize: 3 }));
  const { user } = renderWithProviders(<ClaimCardAction listing={listing} />, { queryClient });
  let presses = 0;
  const press = async (button: HTMLElement) => {
    presses += 1;
    await user.click(button);
  };
  await press(await screen.findByRole('button', { name: 'Take some of Sourdough loaves' }));
  const claimSome = await screen.findByRole('button', { name: 'Claim 3 servings' });
  reply(listClaims, [claim]);
  await press(claimSome);
  expect(await screen.findByRole('group', { name: 'You claimed 3 servings' })).toBeTruthy();
  expect(asked.map(({ body }) => body)).toEqual([{ servings: 3 }]);
  expect(presses).toBe(2);
});

it('offers to resend the verification mail if the address is not confirmed', async () => {
  reply(listClaims, []);
  replyError(claimListing, 403, refusalOf('verify-email'));
  const asked = reply(sendVerificationMail, { sentTo: 'june@example.org' });
  const { user } = renderWithProviders(<ClaimCardAction listing={aListing()} />);
  await user.click(await claimButton());
  expect(await screen.findByText(errorSentence('verify-email'))).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Send the email again' }));
  expect(await screen.findByText(/We sent it to june@example.org/)).toBeTruthy();
  expect(asked).toHaveLength(1);
});

describe('food and allergens that a person avoids', () => {
  const asPerson = (avoids: Allergen[], allergens: Allergen[] | null = null) => {
    const queryClient = createQueryClient();
    const me = aUser({ allergens: avoids });
    queryClient.setQueryData(currentUserQuery.queryKey, me);
    const listing = aListing({ servingsLeft: 2, allergens });
    const claim = aClaim({ servings: 2 }, { id: listing.id });
    reply(listClaims, []);
    const asked = reply(claimListing, { claim, conversationId: claim.conversationId });
    const { conversationId } = claim;
    return {
      ...renderWithProviders(<ClaimCardAction listing={listing} />, { queryClient }),
      asked,
      kept: unsentText(me.id, conversationId),
      conversationId,
    };
  };

  it('is never claimed in one tap where the donor says nothing', async () => {
    const { user, asked, location, kept, conversationId } = asPerson(['peanuts']);
    await user.click(await claimButton());
    const dialog = await screen.findByRole('dialog', { name: /hasn't said what's in it$/ });
    await user.click(within(dialog).getByRole('button', { name: 'Not now' }));
    expect(asked).toEqual([]);
    await user.click(await claimButton());
    await user.click(await screen.findByRole('button', { name: 'Claim it and ask' }));
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ servings: 2 }]));
    // the question waits in the conversation, for the person to send
    await waitFor(() => expect(location.history.at(-1)).toBe(paths.conversation(conversationId)));
    expect(kept.load()).toBe("Hi! I can't eat peanuts. Is any of that in it?");
  });

  it('is claimed with a question where the food contains some', async () => {
    const { user, asked, location, kept } = asPerson(['peanuts', 'milk'], ['peanuts', 'gluten']);
    const before = location.history.length;
    await user.click(await claimButton());
    await screen.findByRole('dialog', { name: 'Contains peanuts, which you avoid' });
    expect(asked).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Claim it anyway' }));
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ servings: 2 }]));
    await screen.findByText('Food claimed successfully! Check your messages for coordination.');
    // the donor has said it: there is nothing to ask
    expect([location.history.length, kept.load()]).toEqual([before, null]);
  });

  it.each([
    ['who avoid nothing', [], null],
    ['who avoid something else', ['milk'], ['peanuts']],
  ] as const)('is claimed in one tap by those %s', async (_who, avoids, allergens) => {
    const { user, asked } = asPerson([...avoids], allergens && [...allergens]);
    await user.click(await claimButton());
    await waitFor(() => expect(asked).toHaveLength(1));
  });
});
