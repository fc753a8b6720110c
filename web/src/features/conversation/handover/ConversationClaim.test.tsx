import { type Claim, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { acceptTime, revealAddress } from '@openlarder/domain/handovers/handover-contract.ts';
import { listMessages, sendMessage } from '@openlarder/domain/messaging/message-contract.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { closeCodeOverlay } from '#web/features/handovers/code/CodeButton.tsx';
import { CodeOverlay } from '#web/features/handovers/code/CodeOverlay.tsx';
import { formatPickupWindow } from '#web/lib/format.ts';
import { reply } from '#web/testing/api.ts';
import { aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aClaim, aMessage, hoursFromNow, ME_ID } from '#web/testing/samples.ts';
import { ConversationClaim } from './ConversationClaim.tsx';

const fresh = aClaim({ side: 'donor' }, { pickupLocation: '12 W 50th St' });
const revealed = {
  ...fresh,
  listing: { ...fresh.listing, placeShared: true },
  handover: { ...fresh.handover, ownPlace: 'revealed' },
} as const;

function above(claim: Claim) {
  const server = { claim };
  reply(listClaims, ({ query }) => (query.get('side') === 'theirs' ? [server.claim] : []));
  const part = (
    <>
      <ConversationClaim conversationId={claim.conversationId} meId={ME_ID} request={null} />
      <CodeOverlay />
    </>
  );
  return { ...renderWithProviders(part), server };
}
const buttons = () =>
  screen.queryAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent);
const MORE = 'More about this pickup';
const choose = async (user: ReturnType<typeof above>['user'], item: RegExp) => {
  await user.click(await screen.findByRole('button', { name: MORE }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

beforeEach(() => {
  reply(listClaims, []);
  reply(listMessages, []);
});

afterEach(closeCodeOverlay);

it('has one tap to share the address, and says who will see it; then keeps the focus', async () => {
  const { user, server } = above(fresh);
  reply(revealAddress, () => {
    server.claim = revealed;
    return revealed.handover;
  });
  const share = await screen.findByRole('button', { name: 'Share my address' });
  expect(buttons()).toEqual(['Share my address', 'Enter code', MORE]);
  expect(screen.getByText(/^Only June O\. will see “.+”, until a day after pickup\.$/)).toBeTruthy();
  await user.click(share);
  await waitFor(() => expect(buttons()).not.toContain('Share my address'));
  expect(document.activeElement).not.toBe(document.body);
});

it('says who will see the address if the neighbor is anonymous', async () => {
  above({ ...fresh, claimer: { ...fresh.claimer, displayName: 'A neighbor' } });
  expect(await screen.findByText(/^Only this neighbor will see “/)).toBeTruthy();
});

it('shows the claimed servings and the total', async () => {
  above({ ...fresh, servings: 4, listing: { ...fresh.listing, estimatedServings: 6 } });
  expect(await screen.findByText('June wants to pick up 4 of 6 servings.')).toBeTruthy();
});

it('warns of what the receiver avoids, also once their giver has corrected it', async () => {
  const corrected = aClaim({}, { allergens: ['sesame'] });
  const { queryClient } = above(corrected);
  act(() => {
    queryClient.setQueryData(currentUserQuery.queryKey, aUser({ allergens: ['sesame'] }));
  });
  expect(await screen.findByText('Contains sesame, which you avoid')).toBeTruthy();
});

it('leads the receiver there by the point alone, and lets them write that they come', async () => {
  const agreedTime = hoursFromNow(0.7);
  const place = { placeShared: true, pickupLocation: '12 W 50th St', pickupInstructions: 'ring twice' };
  const claim = aClaim({}, place, { agreedTime });
  reply(listClaims, ({ query }) => (query.get('side') === 'mine' ? [claim] : []));
  const { user } = renderWithProviders(
    <ConversationClaim conversationId={claim.conversationId} meId={ME_ID} request={null} />,
  );
  expect(await screen.findByText(/· in 42 min$/)).toBeTruthy();
  expect(screen.getByText('12 W 50th St · ring twice')).toBeTruthy();
  expect(screen.getByText('4821')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain('40.76,-73.99');
  expect(screen.getByText('Your maps app may remember this.')).toBeTruthy();
  expect(buttons()).toEqual([
    expect.stringContaining('show it full-screen'),
    'On my way',
    'Copy address',
    MORE,
  ]);
  const sent = reply(sendMessage, ({ body }) => ({ ...aMessage(), ...(body as object) }));
  await user.click(screen.getByRole('button', { name: 'On my way' }));
  await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ content: 'On my way' }]));
});

it('leads the receiver to a public place by its words', async () => {
  const place = { placeShared: true, pickupLocation: 'Public library', latitude: null, longitude: null };
  const claim = aClaim({}, place, { agreedTime: hoursFromNow(0.7) });
  reply(listClaims, ({ query }) => (query.get('side') === 'mine' ? [claim] : []));
  renderWithProviders(
    <ConversationClaim conversationId={claim.conversationId} meId={ME_ID} request={null} />,
  );
  const directions = await screen.findByRole('link', { name: 'Directions' });
  expect(directions.getAttribute('href')).toContain('Public%20library');
});

it('does not ask the receiver whether they are on their way before they see the address', async () => {
  const due = { agreedTime: hoursFromNow(-0.1), agreedAt: hoursFromNow(-1) };
  const claim = aClaim({}, {}, due);
  reply(listClaims, ({ query }) => (query.get('side') === 'mine' ? [claim] : []));
  const { user } = renderWithProviders(
    <ConversationClaim conversationId={claim.conversationId} meId={ME_ID} request={null} />,
  );
  expect(await screen.findByText(/Waiting for .*'s address/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'On my way' })).toBeNull();
  await user.click(screen.getByRole('button', { name: MORE }));
  expect(await screen.findByRole('menuitem', { name: /way/ })).toBeTruthy();
});

it('shows a proposed time as the one question, answered with one tap', async () => {
  const proposal = { time: new Date(Date.now() + 3_600_000).toISOString(), by: 'receiver' } as const;
  const asked = { ...fresh, handover: { ...fresh.handover, proposal } };
  const { user } = above(asked);
  expect(await screen.findByText(/^June proposes /)).toBeTruthy();
  expect(buttons()).toEqual([expect.stringMatching(/^Yes, .* works$/), 'Another time', MORE]);
  const accepted = reply(acceptTime, asked.handover);
  await user.click(screen.getByRole('button', { name: /^Yes, / }));
  await waitFor(() => expect(accepted).toHaveLength(1));
});

it('says what this side has proposed, and the hours of the listing only where it lies outside them', async () => {
  const hours = { windowFrom: hoursFromNow(20), windowUntil: hoursFromNow(24) };
  const proposed = (hour: number) => {
    const proposal = { time: hoursFromNow(hour), by: 'giver' } as const;
    return above({ ...revealed, handover: { ...revealed.handover, ...hours, proposal } });
  };
  const outside = proposed(1);
  expect(await screen.findByText(/^You proposed .+\. Waiting for June\.$/)).toBeTruthy();
  expect(screen.getByText(/^Pickup hours: /)).toBeTruthy();
  // they may stand at the door all the same
  expect(buttons()).toEqual(['Enter code', MORE]);
  outside.unmount();
  proposed(21);
  expect(await screen.findByText(/^You proposed /)).toBeTruthy();
  expect(screen.queryByText(/^Pickup hours: /)).toBeNull();
});

it('has the hours of the listing back once the proposed time is over', async () => {
  const proposal = { time: hoursFromNow(-1), by: 'giver' } as const;
  const hours = { availableFrom: hoursFromNow(20), availableUntil: hoursFromNow(24) };
  const window = { windowFrom: hours.availableFrom, windowUntil: hours.availableUntil };
  const listing = { ...revealed.listing, ...hours };
  above({ ...revealed, listing, handover: { ...revealed.handover, ...window, proposal } });
  const shown = formatPickupWindow(hours.availableFrom, hours.availableUntil, Date.now());
  expect(await screen.findByText(shown)).toBeTruthy();
  expect(screen.queryByText(/^You proposed /)).toBeNull();
});

it('counts what a helper gives, who has offered it themselves', async () => {
  above({ ...fresh, servings: 4, handover: { ...fresh.handover, emergencyRequestId: fresh.id } });
  expect(await screen.findByText(/^4 .*for June/)).toBeTruthy();
  expect(screen.queryByText(/wants to pick/)).toBeNull();
});

it('has the code as the first thing to do for the giver when it is near', async () => {
  const near = { ...revealed.handover, agreedTime: hoursFromNow(0.5) };
  const { user } = above({ ...revealed, handover: near });
  await user.click(await screen.findByRole('button', { name: 'Enter code' }));
  expect(await screen.findByRole('textbox', { name: /pickup code$/ })).toBeTruthy();
});

it('has problems in a menu, and not among the next actions', async () => {
  const { user } = above(revealed);
  await screen.findByRole('button', { name: MORE });
  expect(screen.queryByText('Cancel this pickup')).toBeNull();
  await choose(user, /Cancel this pickup/);
  expect(await screen.findByRole('dialog', { name: 'Cancel this pickup?' })).toBeTruthy();
});

it('has nothing to object to among the next actions after the handover', async () => {
  const ended = { status: 'completed', endedAt: hoursFromNow(0) } as const;
  const { user } = above(aClaim({ side: 'donor', ...ended }, {}, { completedBy: 'code' }));
  expect(await screen.findByText('You handed it over to June')).toBeTruthy();
  expect(buttons()).toEqual([MORE]);
  await user.click(screen.getByRole('button', { name: MORE }));
  expect(await screen.findAllByRole('menuitem')).toHaveLength(2);
});

it('is neutral about a claim that was marked as missed', async () => {
  const missed = { status: 'no_show', endedAt: new Date().toISOString() } as const;
  above(aClaim({ side: 'donor', ...missed }, {}, { endedBy: 'giver' }));
  const sentence = await screen.findByText('You marked this as missed.');
  expect(sentence.closest('.bg-sunken')).not.toBeNull();
  expect(sentence.closest('.bg-brand-soft')).toBeNull();
});

it('asks for a time once, and explains how the other can answer', async () => {
  const ahead = { windowFrom: hoursFromNow(20), windowUntil: hoursFromNow(24) };
  const { user } = above({ ...revealed, handover: { ...revealed.handover, ...ahead } });
  await user.click(await screen.findByRole('button', { name: 'Plan a time' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'When works for you?' }));
  expect(dialog.getByText('June can say yes or suggest another time.')).toBeTruthy();
  expect(dialog.getAllByText('When works for you?')).toHaveLength(1);
});
