import { claimListing, getClaimLimits, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { getListing, type Listing, listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { listingQuery } from '#web/features/listings/listings.queries.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aClaim, aListing, someLimits } from '#web/testing/samples.ts';
import { ListingClaim } from './ClaimForm.tsx';

beforeEach(() => void reply(getClaimLimits, someLimits()));

const lot = (servingsLeft: number, said: Partial<Listing> = {}) =>
  aListing({ estimatedServings: 50, servingsLeft, isBulk: true, ...said });
/** Renders ListingClaim for a fetched listing, as the dialog does. */
function AsServed({ id }: { id: string }) {
  const { data } = useQuery(listingQuery(id));
  return data ? <ListingClaim listing={data} /> : null;
}
async function take(user: ReturnType<typeof renderWithProviders>['user'], servings: number) {
  const field = await screen.findByRole('textbox', { name: /How many/ });
  await user.clear(field);
  await user.type(field, String(servings));
}
const number = () => screen.getByRole<HTMLInputElement>('textbox', { name: /How many/ });

it('suggests a serving for each of the household, never all that is left', async () => {
  reply(listClaims, []);
  const { unmount } = renderWithProviders(<ListingClaim listing={lot(9)} />);
  expect(await screen.findByRole('button', { name: 'Claim 2 servings' })).toBeTruthy();
  unmount();
  const listing = lot(12);
  const claim = aClaim({ servings: 12 }, { id: listing.id });
  const asked = reply(claimListing, { claim, conversationId: claim.conversationId });
  const { user } = renderWithProviders(<ListingClaim listing={listing} />);
  expect(await screen.findByRole('button', { name: 'Claim 2 servings' })).toBeTruthy();
  await take(user, 12);
  await user.click(screen.getByRole('button', { name: 'Claim 12 servings' }));
  expect(asked.map(({ body }) => body)).toEqual([{ servings: 12 }]);
});

it('suggests as many things as the household needs', async () => {
  reply(listClaims, []);
  renderWithProviders(<ListingClaim listing={{ ...lot(30), countedAs: 'rolls' }} />);
  expect(await screen.findByRole('button', { name: 'Claim 4 rolls' })).toBeTruthy();
});

it('takes a number by steps or by typing, up to what is left', async () => {
  reply(listClaims, []);
  const { user } = renderWithProviders(<ListingClaim listing={lot(12)} />);
  expect(await screen.findByRole('button', { name: 'Claim 2 servings' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'One more' }));
  expect(screen.getByRole('button', { name: 'Claim 3 servings' })).toBeTruthy();
  await user.clear(number());
  expect(screen.getByRole('button', { name: 'Claim 3 servings' })).toBeTruthy();
  await user.type(number(), '7');
  expect(screen.getByRole('button', { name: 'Claim 7 servings' })).toBeTruthy();
  await user.type(number(), '99');
  expect(screen.getByRole('button', { name: 'Claim 12 servings' })).toBeTruthy();
  await user.tab();
  expect(number().value).toBe('12');
  await user.clear(number());
  await user.type(number(), '1');
  await user.click(screen.getByRole('button', { name: 'One fewer' }));
  expect(screen.getByRole('button', { name: 'Claim 1 serving' })).toBeTruthy();
});

it('offers what is left after a conflict', async () => {
  const listing = lot(50);
  reply(listClaims, []);
  reply(getListing, listing);
  replyError(claimListing, 409, { code: 'not-enough', message: 'There is not that much left.' });
  const { user } = renderWithProviders(<AsServed id={listing.id} />);
  await take(user, 10);
  reply(getListing, { ...listing, servingsLeft: 3 });
  await user.click(screen.getByRole('button', { name: 'Claim 10 servings' }));
  expect(await screen.findByText('Only 3 servings are left now. Would you like them?')).toBeTruthy();
  const claim = aClaim({ servings: 3 }, { id: listing.id });
  const asked = reply(claimListing, { claim, conversationId: claim.conversationId });
  reply(listClaims, [claim]);
  await user.click(screen.getByRole('button', { name: 'Claim 3 servings' }));
  expect(await screen.findByText('You claimed 3 servings')).toBeTruthy();
  expect(asked.map(({ body }) => body)).toEqual([{ servings: 3 }]);
});

it('says that someone was quicker while it was open, and offers the nearest alike', async () => {
  const listing = aListing({ category: 'bakery_items' });
  reply(listClaims, []);
  reply(getListing, listing);
  reply(listListings, [aListing({ title: 'Rye bread', category: 'bakery_items' })]);
  const { queryClient } = renderWithProviders(<AsServed id={listing.id} />);
  await screen.findByRole('button', { name: /^Claim/ });
  reply(getListing, { ...listing, status: 'claimed', servingsLeft: 0 });
  await queryClient.refetchQueries(listingQuery(listing.id));
  expect(await screen.findByText('Someone was a moment quicker.')).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Rye bread' })).toBeTruthy();
});

it('shows what is left for others after claiming a part', async () => {
  const listing = lot(46);
  reply(listClaims, [aClaim({ servings: 4 }, { id: listing.id, status: 'posted' })]);
  renderWithProviders(<ListingClaim listing={listing} />);
  expect(await screen.findByText('You claimed 4 servings')).toBeTruthy();
  expect(screen.getByText('46 servings left for others')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
});

it('offers another part after the first was handed over', async () => {
  const listing = lot(46);
  const first = aClaim({ servings: 4, status: 'completed' }, { id: listing.id });
  const second = aClaim({ servings: 2 }, { id: listing.id, status: 'posted' }, { code: '1177' });
  reply(listClaims, [first]);
  reply(claimListing, { claim: second, conversationId: second.conversationId });
  const { user } = renderWithProviders(<ListingClaim listing={listing} />);
  await take(user, 2);
  reply(listClaims, [second, first]);
  await user.click(screen.getByRole('button', { name: 'Claim 2 servings' }));
  expect(await screen.findByText('You claimed 2 servings')).toBeTruthy();
  expect(screen.getByText('1177')).toBeTruthy();
});
