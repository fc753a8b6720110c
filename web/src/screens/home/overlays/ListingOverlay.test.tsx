import { claimListing, getClaimLimits, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { getListing, type Listing, listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { refusalOf } from '#web/testing/errors.ts';
import { reply, replyNetworkError, replyError } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { paths } from '#web/lib/paths.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aClaim, aListing, hoursFromNow, someLimits } from '#web/testing/samples.ts';
import { ListingOverlay } from './ListingOverlay.tsx';

// Loaded when a first listing is opened, which takes longer here than a test waits.
beforeAll(async () => void (await import('./ListingDetail.tsx')));
beforeEach(() => {
  setCommunity(aCommunity());
  reply(listClaims, []);
  reply(getClaimLimits, someLimits());
});

/** A screen with a title around it, as in the app. */
function Discover() {
  useDocumentTitle('Discover');
  return <ListingOverlay />;
}

function open(
  id: string,
  { under = '', avoids = [] }: { under?: string; avoids?: Listing['allergens'] } = {},
) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(
    currentUserQuery.queryKey,
    aUser({ userType: 'recipient', allergens: avoids ?? [] }),
  );
  return renderWithProviders(<Discover />, { at: `/?${under}listing=${id}`, queryClient });
}

describe('a linked listing', () => {
  it('opens from outside, sets the document title, and closes to the filtered feed', async () => {
    const listing = aListing();
    reply(getListing, listing);
    const { user, location } = open(listing.id, { under: 'q=rye&diet=vegan&' });
    expect(await screen.findByRole('dialog', { name: 'Sourdough loaves' })).toBeTruthy();
    expect(document.title).toBe('Sourdough loaves · OpenLarder');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(location.history).toEqual(['/?q=rye&diet=vegan']);
    await waitFor(() => expect(document.title).toBe('Discover · OpenLarder'));
  });

  it('leads after a lost race to the nearest like it, which can be claimed there', async () => {
    const [lost, near] = [aListing(), aListing({ title: 'Rye bread' })];
    const first = (said: Partial<Listing> = {}) =>
      reply(getListing, ({ params }) => (params['id'] === lost.id ? { ...lost, ...said } : near));
    first();
    reply(listListings, [near]);
    replyError(claimListing, 409, refusalOf('not-available.claimed'));
    const { user } = open(lost.id);
    const claim = await screen.findByRole('button', { name: /^Claim / });
    first({ status: 'claimed', servingsLeft: 0 });
    await user.click(claim);
    await user.click(await screen.findByRole('link', { name: 'Rye bread' }));
    expect(await screen.findByRole('dialog', { name: 'Rye bread' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: /^Claim / })).toBeTruthy();
    expect(screen.queryByText('Someone was a moment quicker.')).toBeNull();
  });

  it.each([404, 400])('says that it no longer exists (%i) and links to the feed', async (status) => {
    replyError(getListing, status, { code: 'not-found', message: 'Not here.' });
    const { user, location } = open('gone');
    expect(await screen.findByText("This food isn't available anymore")).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'See what else is near you' }));
    expect(location.history).toEqual(['/']);
  });

  it('says that it cannot load offline, and loads once online', async () => {
    const listing = aListing();
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => network.mockRestore());
    replyNetworkError(getListing);
    open(listing.id);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(await screen.findByText("We couldn't load this listing.")).toBeTruthy();
    reply(getListing, listing);
    network.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('dialog', { name: 'Sourdough loaves' })).toBeTruthy();
  });

  it('stays readable if it is withdrawn meanwhile, without actions', async () => {
    const listing = aListing();
    reply(getListing, listing);
    const { queryClient } = open(listing.id);
    expect(await screen.findByRole('button', { name: 'Claim 2 servings' })).toBeTruthy();
    replyError(getListing, 404, { code: 'not-found', message: 'Not here.' });
    await queryClient.refetchQueries({ queryKey: ['/api/food-listings'] });
    expect(await screen.findByText('No longer available')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
    expect(screen.getByText('Baked this morning.')).toBeTruthy();
  });
});

it('says of an own listing who comes, with their messages, their code and what is shown to them', async () => {
  const listing = aListing({ donorId: aUser().id, servingsLeft: 1 });
  const place = { id: listing.id, pickupLocation: '12 W 50th St', pickupInstructions: 'ring twice' };
  const claim = aClaim({ side: 'donor', servings: 3 }, place);
  reply(getListing, listing);
  reply(listClaims, ({ query }) =>
    query.get('side') === 'theirs' ? [claim, aClaim({ side: 'donor' })] : [],
  );
  open(listing.id);
  const here = within(await screen.findByRole('region', { name: /pickups$/ }));
  expect(here.getAllByRole('listitem')).toHaveLength(1);
  expect(here.getByRole('link', { name: 'Messages with June O.' }).getAttribute('href')).toBe(
    paths.conversation(claim.conversationId),
  );
  expect(here.getByText(/3 servings/)).toBeTruthy();
  expect(here.getByRole('button', { name: /^Enter .*code/ })).toBeTruthy();
  expect(here.getByRole('button', { name: 'Share my address' })).toBeTruthy();
  expect(here.getByText(/will see “12 W 50th St” and “ring twice”, until/)).toBeTruthy();
});

describe('the listing dialog', () => {
  const read = async (said: Partial<Listing>, avoids: Listing['allergens'] = []) => {
    const listing = aListing(said);
    reply(getListing, listing);
    open(listing.id, { avoids });
    await screen.findByText('Pickup');
  };

  it('says that a use-by date is an end and a best-before date is not', async () => {
    await read({ dateKind: 'use_by', bestByDate: hoursFromNow(72), expiryDate: hoursFromNow(72) });
    expect(screen.getByText(/^Use by .+\. Don't eat it after that\.$/)).toBeTruthy();
    expect(screen.queryByText(/Best before/)).toBeNull();
  });

  it('shows both dates', async () => {
    await read({});
    expect(screen.getByText(/^Best before .+ · Don't eat after /)).toBeTruthy();
  });

  it.each([
    [90, 'Excellent'],
    [5, 'Critical'],
  ])('says a freshness score of %i in words: "%s"', async (score, words) => {
    await read({
      createdAt: hoursFromNow(score - 100),
      bestByDate: hoursFromNow(score + 0.01),
      expiryDate: null,
    });
    const shown = screen.getByText('Freshness').nextElementSibling?.querySelector('p');
    expect(shown?.textContent).toBe(words);
  });

  it('does not read missing allergens as free of allergens', async () => {
    await read({ allergens: null }, []);
    expect(screen.getByText("The donor hasn't said which allergens it contains, so please ask")).toBeTruthy();
  });

  it('asks a person who avoids some to ask before they eat', async () => {
    await read({ allergens: null }, ['milk']);
    expect(screen.getByText('Allergens not said: ask')).toBeTruthy();
    expect(screen.getByText(/so please ask .* before you eat\.$/)).toBeTruthy();
  });

  it('shows allergens, and those that this person avoids', async () => {
    await read({ allergens: ['gluten', 'milk'], diets: ['vegetarian'] }, ['milk', 'fish']);
    expect(screen.getByText('Contains gluten and milk')).toBeTruthy();
    expect(screen.getByText('Contains milk, which you avoid')).toBeTruthy();
    expect(screen.getByText('vegetarian')).toBeTruthy();
  });

  it('shows a public address, closing time, and the phone once visible', async () => {
    await read({
      isBulk: true,
      placeIsPublic: true,
      pickupLocation: '12 W 50th St',
      closingTime: '21:30',
      contactPhone: '+1 (212) 555-0100 ext. 7',
      estimatedServings: 50,
      servingsLeft: 34,
    });
    expect(screen.getByText('Public address')).toBeTruthy();
    expect(screen.queryByText(/Only the area/)).toBeNull();
    expect(screen.getByText('They close at 9:30 PM.')).toBeTruthy();
    expect(screen.getByRole('link', { name: '+1 (212) 555-0100 ext. 7' }).getAttribute('href')).toBe(
      'tel:+12125550100',
    );
    expect(screen.getByText('34 of 50 servings left')).toBeTruthy();
    expect(screen.getByText('Bulk')).toBeTruthy();
  });

  it('shows only the area of a home', async () => {
    await read({});
    expect(screen.getByText(/^This is just the area\. You'll see the address once/)).toBeTruthy();
  });

  it('tells who has claimed it only what the address still waits for', async () => {
    const listing = aListing({ placeShared: false, placeIsPublic: false });
    reply(listClaims, ({ query }) => (query.get('side') === 'mine' ? [aClaim({}, { id: listing.id })] : []));
    await read(listing);
    expect(await screen.findByText(/^You'll see the address once .+ shares it\.$/)).toBeTruthy();
    expect(screen.queryByText(/once you claim/)).toBeNull();
  });

  it('describes each photo', async () => {
    const photo = { thumbhash: null, width: 4, height: 3 };
    await read({
      photos: [
        { ...photo, objectPath: '/objects/a', caption: 'Six round loaves' },
        { ...photo, objectPath: '/objects/b', caption: '' },
      ],
    });
    expect(screen.getByRole('img', { name: 'Six round loaves' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Show photo 1: Six round loaves' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Show photo 2' })).toBeTruthy();
  });
});
