import { type Claim, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { revealAddress } from '@openlarder/domain/handovers/handover-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reply } from '#web/testing/api.ts';
import { renderPart } from '#web/testing/render.tsx';
import { aClaim } from '#web/testing/samples.ts';
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
  return { ...renderPart(<ConversationClaim conversationId={claim.conversationId} />), server };
}
/** The buttons that are visible while the panel is closed. */
const buttons = () =>
  screen
    .queryAllByRole('button')
    .filter((button) => button.closest('details:not([open])') === null)
    .map(({ textContent }) => textContent);
const share = async () => {
  await waitFor(() => expect(buttons()).toEqual(['Share my address']));
  return screen.getAllByRole('button', { name: 'Share my address' }).at(-1) ?? document.body;
};

beforeEach(() => {
  reply(listClaims, []);
  // No media query for wider than a phone matches.
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation(() => real('(max-width: 1px)'));
});
afterEach(() => void vi.restoreAllMocks());

it('shows on a phone only the awaited action and who will see the address', async () => {
  above(fresh);
  await share();
  expect(screen.getByText('Only June O. can see it. It disappears within 24 hours of pickup.')).toBeTruthy();
});

it('closes when nothing is awaited any more and keeps the focus in the panel', async () => {
  const { user, server } = above(fresh);
  reply(revealAddress, () => {
    server.claim = revealed;
    return revealed.handover;
  });
  await user.click(await share());
  await waitFor(() => expect(buttons()).not.toContain('Share my address'));
  const { activeElement } = document;
  expect(activeElement).not.toBe(document.body);
  expect(activeElement?.textContent).toContain('June wants to pick this up.');
});

it('shows no button if no action is awaited', async () => {
  above(revealed);
  expect(await screen.findByText('June wants to pick this up.')).toBeTruthy();
  expect(buttons()).toEqual([]);
});

it('shows a proposed time first, as the only primary action', async () => {
  const proposal = { time: new Date(Date.now() + 3_600_000).toISOString(), by: 'receiver' } as const;
  above({ ...fresh, handover: { ...fresh.handover, proposal } });
  expect(await screen.findAllByText(/^June proposes /)).toHaveLength(2);
  expect(buttons()).toEqual([expect.stringMatching(/^Yes, .* works$/), 'Another time']);
});

it('is neutral about a claim that was marked as missed', async () => {
  const missed = { status: 'no_show', endedAt: new Date().toISOString() } as const;
  const claim = aClaim({ side: 'donor', ...missed }, {}, { endedBy: 'giver' });
  above(claim);
  const sentence = await screen.findByText('You marked this as missed.');
  expect(sentence.closest('.bg-sunken')).not.toBeNull();
  expect(sentence.closest('.bg-brand-soft')).toBeNull();
});
