import { type Claim, listClaims, revealAddress } from '@openlarder/domain/claims/claim-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reply } from '#web/testing/api.ts';
import { renderPart } from '#web/testing/render.tsx';
import { aClaim } from '#web/testing/samples.ts';
import { ConversationHandover } from './ConversationHandover.tsx';

const fresh = aClaim({ side: 'donor', code: null }, { pickupLocation: '12 W 50th St' });

function above(claim: Claim) {
  const server = { claim };
  reply(listClaims, ({ query }) => (query.get('side') === 'theirs' ? [server.claim] : []));
  return { ...renderPart(<ConversationHandover conversationId={claim.conversationId} />), server };
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
  expect(
    screen.getByText(/^Only June O\. sees it, until 24 hours after the handover at most\./),
  ).toBeTruthy();
});

it('closes when nothing is awaited any more and keeps the focus in the panel', async () => {
  const { user, server } = above(fresh);
  reply(revealAddress, () => {
    server.claim = { ...fresh, listing: { ...fresh.listing, placeShared: true } };
    return server.claim;
  });
  await user.click(await share());
  await waitFor(() => expect(buttons()).not.toContain('Share my address'));
  const { activeElement } = document;
  expect(activeElement).not.toBe(document.body);
  expect(activeElement?.textContent).toContain('June O. wants to pick this up.');
});

it('shows no button if no action is awaited', async () => {
  above({ ...fresh, listing: { ...fresh.listing, placeShared: true } });
  expect(await screen.findByText('June O. wants to pick this up.')).toBeTruthy();
  expect(buttons()).toEqual([]);
});
