import {
  type Claim,
  getClaimLimits,
  listClaims,
  listUserListings,
} from '@openlarder/domain/claims/claim-contract.ts';
import { releaseHandover } from '@openlarder/domain/handovers/handover-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { reply, replyNetworkError } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aClaim, aListing, ANA_ID, hoursFromNow, someLimits } from '#web/testing/samples.ts';
import { MyPickups } from './PastClaims.tsx';
import { MyShares } from './MyShares.tsx';

beforeEach(() => void reply(getClaimLimits, someLimits()));

const over = () => aClaim({ status: 'completed', endedAt: hoursFromNow(-3) });
const folded = async () => (await screen.findByText('History')).closest('details');

it('puts ended claims into the history, with status and servings', async () => {
  reply(listClaims, [over()]);
  renderWithProviders(<MyPickups />, { at: '/?tab=profile' });
  expect(await folded()).toHaveProperty('open', false);
  expect(screen.getByText('You got it from Ana')).toBeTruthy();
  expect(screen.getByText(/^4 servings ·/)).toBeTruthy();
});

it('opens the history for a link to one of its claims', async () => {
  const claim = over();
  reply(listClaims, [claim]);
  renderWithProviders(<MyPickups />, { at: `/?tab=profile&claim=${claim.id}` });
  expect(await folded()).toHaveProperty('open', true);
});

it('shows a claim that was marked as missed outside the history, to be disputed', async () => {
  reply(listClaims, [aClaim({ status: 'no_show', endedAt: hoursFromNow(-1) }, {}, { endedBy: 'giver' })]);
  renderWithProviders(<MyPickups />);
  expect(await screen.findByText('Ana marked this as missed.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'I was there' })).toBeTruthy();
  expect(screen.queryByText('History')).toBeNull();
});

it('keeps a pickup that is just done outside the history, to be thanked for', async () => {
  reply(listClaims, [aClaim({ status: 'completed', endedAt: hoursFromNow(-1) })]);
  renderWithProviders(<MyPickups />);
  expect(await screen.findByRole('button', { name: 'Thank Ana' })).toBeTruthy();
  expect(screen.getByRole('button', { name: "Something isn't right" })).toBeTruthy();
  expect(screen.queryByText('History')).toBeNull();
});

it('moves the focus to the heading when a released ticket disappears', async () => {
  const claim = aClaim();
  const server = { claims: [claim] };
  reply(listClaims, () => server.claims);
  const { user } = renderWithProviders(<MyPickups />);
  await user.click(await screen.findByRole('button', { name: "I can't make it" }));
  const dialog = within(await screen.findByRole('dialog'));
  const released = {
    ...claim.handover,
    status: 'released',
    endedAt: hoursFromNow(0),
    endedBy: 'receiver',
    releaseReason: 'cannot_come',
  } as const;
  reply(releaseHandover, () => {
    server.claims = [{ ...claim, status: 'released', endedAt: released.endedAt, handover: released }];
    return released;
  });
  await user.click(dialog.getByLabelText("I can't make it"));
  await user.click(dialog.getByRole('button', { name: 'Cancel pickup' }));
  expect(await screen.findByText("You couldn't make it this time.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'My pickups' }));
});

describe('who comes for food of their own', () => {
  const sides = (mine: readonly Claim[], theirs: readonly Claim[]) =>
    reply(listClaims, ({ query }) => (query.get('side') === 'theirs' ? [...theirs] : [...mine]));
  const coming = (firstName: string, hours: number, title: string) =>
    aClaim(
      { side: 'donor', claimer: { ...aListing().donor, displayName: `${firstName} S.` } },
      { title },
      { agreedTime: hoursFromNow(hours) },
    );

  it('stands by time whatever they come for, and nothing is said to be missing', async () => {
    sides([], [coming('Leo', 50, 'Rolls'), coming('Mia', 48, 'Rye bread'), coming('Ida', 49, 'Rolls')]);
    renderWithProviders(<MyPickups />);
    const queue = within(await screen.findByRole('region', { name: 'Next pickups' }));
    const rows = queue
      .getAllByRole('listitem')
      .map((row) => within(row).getAllByRole('link')[0]?.textContent);
    expect(rows).toEqual(['Mia S.', 'Ida S.', 'Leo S.']);
    expect(queue.getByRole('button', { name: 'Enter code: Mia' })).toBeTruthy();
    expect(screen.queryByText('Nothing to pick up yet')).toBeNull();
  });

  it('comes before what they pick up themselves', async () => {
    sides([over()], [coming('Leo', 50, 'Rolls')]);
    renderWithProviders(<MyPickups />);
    await folded();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Next pickups',
      'My pickups',
    ]);
  });
});

describe('a history of more than one page', () => {
  const older = (cursor: string) => ({ Link: `</api/claims?side=mine&cursor=${cursor}>; rel="next"` });

  it('loads older pages, each claim once, until the end', async () => {
    const [first, second, third] = [over(), over(), over()];
    reply(listClaims, [first], older('two'));
    const { user } = renderWithProviders(<MyPickups />);
    await folded();
    await user.click(screen.getByText('History'));
    expect(screen.getAllByText(/^You got it/)).toHaveLength(1);
    const asked = reply(listClaims, [first, second], older('three'));
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    await waitFor(() => expect(screen.getAllByText(/^You got it/)).toHaveLength(2));
    reply(listClaims, [third]);
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await screen.findByText("That's all.")).toBeTruthy();
    expect(screen.getAllByText(/^You got it/)).toHaveLength(3);
    expect(asked.map(({ query }) => query.get('cursor'))).toEqual(['two']);
  });

  it('shows an error and retries the same page', async () => {
    reply(listClaims, [over()], older('two'));
    const { user } = renderWithProviders(<MyPickups />);
    await user.click(await screen.findByText('History'));
    replyNetworkError(listClaims);
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await screen.findByText(/We couldn't reach the server/)).toBeTruthy();
    reply(listClaims, [over()]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText("That's all.")).toBeTruthy();
    expect(screen.getAllByText(/^You got it/)).toHaveLength(2);
  });
});

const donor = { side: 'donor' } as const;

it('has the people who come under their listing, the first of all at the top', async () => {
  const lot = aListing({ title: 'Bread', estimatedServings: 20, servingsLeft: 8 });
  const whole = aListing({ title: 'Soup', estimatedServings: 4, servingsLeft: 0, status: 'claimed' });
  const claimer = (displayName: string) => ({ ...aClaim().claimer, displayName });
  reply(listUserListings, [whole, lot]);
  reply(listClaims, [
    aClaim({ ...donor, servings: 4, claimer: claimer('Mei') }, whole, { agreedTime: hoursFromNow(26) }),
    aClaim({ ...donor, servings: 4, claimer: claimer('Amir') }, lot, { agreedTime: hoursFromNow(5) }),
    aClaim({ ...donor, servings: 8, claimer: claimer('June') }, lot, { agreedTime: hoursFromNow(3) }),
  ]);
  renderWithProviders(<MyShares personId={ANA_ID} />);
  await screen.findByText(/^8 servings left/);
  const names = screen
    .getAllByRole('button', { name: /^Details of/ })
    .map((one) => one.getAttribute('aria-label'));
  expect(names).toEqual(['Details of June', 'Details of Amir', 'Details of Mei']);
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'Bread',
    'Soup',
  ]);
});

it('keeps a listing that is over in sight while someone still comes for it, and a claim without its listing', async () => {
  const bread = aListing({ title: 'Bread', status: 'completed', servingsLeft: 0 });
  reply(listUserListings, [bread]);
  reply(listClaims, [aClaim(donor, bread), aClaim(donor, { title: 'Old soup' })]);
  renderWithProviders(<MyShares personId={ANA_ID} />);
  expect(await screen.findByRole('heading', { name: 'Old soup' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Bread' })).toBeTruthy();
  expect(screen.queryByText('Earlier listings')).toBeNull();
});
