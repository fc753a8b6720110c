import { claimListing, getClaimLimits, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import {
  dismissMatch,
  listRecommendations,
  type Recommendation,
  restoreMatch,
} from '@openlarder/domain/matching/matching-contract.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { firstInFeed } from '#web/features/listings/feed/highlighted-listing.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aClaim, aListing, hoursFromNow, someLimits } from '#web/testing/samples.ts';
import { SmartRecommendations } from './SmartRecommendations.tsx';

const aMatch = (title: string, changes: Partial<Recommendation> = {}): Recommendation => ({
  listing: aListing({ title }),
  score: 87,
  urgency: 'high',
  distance: 0.6,
  reasons: [],
  reasonCodes: [
    { code: 'ends', endsAt: hoursFromNow(2.01) },
    { code: 'distance', distanceKm: 0.6, from: 'saved_place' },
    { code: 'diets', diets: ['vegetarian'] },
    { code: 'enough', people: 4 },
    { code: 'your_turn' },
  ],
  ...changes,
});
const FIVE = ['Soup', 'Bread', 'Rice', 'Stew', 'Pie'].map((title) => aMatch(title));

/** The server: what it recommends, without what was put aside. */
function serve(matches: readonly Recommendation[]) {
  const dismissed = new Set<string>();
  reply(dismissMatch, ({ params }) => {
    dismissed.add(params['id'] ?? '');
    return null;
  });
  reply(restoreMatch, ({ params }) => {
    dismissed.delete(params['id'] ?? '');
    return null;
  });
  return reply(
    listRecommendations,
    ({ query }) =>
      matches.filter(({ listing }) => !dismissed.has(listing.id)).slice(0, Number(query.get('limit'))),
    { 'X-Total-Count': String(matches.length) },
  );
}

function open() {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ latitude: 40.76, longitude: -73.98 }));
  return renderWithProviders(<SmartRecommendations />, { queryClient });
}
const card = (name: string) => screen.findByRole('listitem', { name });
const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

beforeEach(() => {
  setCommunity(aCommunity());
  reply(listClaims, []);
  reply(getClaimLimits, someLimits());
});

it('shows matches with percent, urgency, distance and three reasons; the others when asked', async () => {
  const asked = serve(FIVE);
  const { user } = open();
  const soup = within(await card('Soup'));
  expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({ lat: '40.76', lng: '-73.98', limit: '11' });
  expect(screen.getByText('5 matches found')).toBeTruthy();
  expect(titles()).toEqual(['Soup', 'Bread', 'Rice']);
  expect(soup.getByText('87% match · High urgency · 0.6 km')).toBeTruthy();
  const reasons = () =>
    within(soup.getByRole('list', { name: 'Why Soup suits you' })).getAllByRole('listitem');
  expect(reasons().map(({ textContent }) => textContent)).toEqual([
    'Ends in 2 h',
    'about 10 min walk from your saved place',
    'vegetarian, as you like it',
  ]);
  await user.click(soup.getByRole('button', { name: '+2 more reasons' }));
  expect(
    reasons()
      .slice(3)
      .map(({ textContent }) => textContent),
  ).toEqual(['Enough for all 4 of you', "It's your turn for something good"]);
});

it('opens all of them in place', async () => {
  serve(FIVE);
  const { user } = open();
  const all = await screen.findByRole('button', { name: 'View All 5 Recommendations' });
  await user.click(all);
  await card('Pie');
  expect(titles()).toHaveLength(5);
  expect(document.activeElement).toBe(all);
  await user.click(screen.getByRole('button', { name: 'Show fewer' }));
  await expect.poll(titles).toHaveLength(3);
});

it('has what the feed shows first last', async () => {
  serve(FIVE);
  firstInFeed.set(new Set(FIVE.slice(0, 3).map(({ listing }) => listing.id)));
  open();
  await card('Stew');
  expect(titles()).toEqual(['Stew', 'Pie', 'Soup']);
  firstInFeed.set(new Set());
});

it('shows no More button if all matches are visible', async () => {
  serve([aMatch('Soup')]);
  open();
  await card('Soup');
  expect(screen.getByText('1 match found')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^View All/ })).toBeNull();
});

it('puts one aside with a way back in its place, and shows the next', async () => {
  serve(FIVE);
  const { user } = open();
  await card('Soup');
  await user.click(screen.getByRole('button', { name: 'Not for me: Bread' }));
  const undo = await screen.findByRole('button', { name: 'Undo: suggest Bread again' });
  expect(document.activeElement).toBe(undo);
  await card('Stew');
  expect(titles()).toEqual(['Soup', 'Rice', 'Stew']);
  await user.click(undo);
  await card('Bread');
  await expect.poll(titles).toEqual(['Soup', 'Bread', 'Rice']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Not for me: Bread' }));
});

it('claims from the card, which keeps its place with the ticket', async () => {
  const soup = aMatch('Soup');
  const bread = aMatch('Bread');
  let left = [soup, bread];
  reply(listRecommendations, () => left);
  const claim = aClaim({}, soup.listing);
  reply(claimListing, () => {
    left = [bread];
    reply(listClaims, [claim]);
    return { claim, conversationId: claim.conversationId };
  });
  const { user } = open();
  await card('Soup');
  await user.click(screen.getByRole('button', { name: 'Claim 2 servings of Soup' }));
  await expect.poll(() => screen.queryByRole('button', { name: 'Not for me: Soup' })).toBeNull();
  expect(titles().slice(0, 2)).toContain('Soup');
});

it('shows an empty state or a loading error', async () => {
  serve([]);
  const { unmount } = open();
  expect(await screen.findByText('No recommendations available right now')).toBeTruthy();
  unmount();
  replyError(listRecommendations, 500, { code: 'internal', message: 'Something went wrong' });
  open();
  expect(await screen.findByText('Unable to load recommendations')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
});
