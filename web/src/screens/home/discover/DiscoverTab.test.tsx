import { getClaimLimits, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import type { MapPanelProps } from '#web/features/map/panel/use-map-state.ts';
import { useHighlightedListing } from '#web/features/listings/feed/highlighted-listing.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { mockMap } from '#web/testing/mock-map.tsx';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, someLimits } from '#web/testing/samples.ts';
import { DiscoverTab } from './DiscoverTab.tsx';
import { Shortcuts } from '../Shortcuts.tsx';
import { MapOverlay } from './DiscoverMap.tsx';
import { useMapSheet } from './use-map-sheet.ts';

const MIDTOWN = { north: 40.77, south: 40.75, east: -73.96, west: -73.99 };
const MIDTOWN_SAID = 'area=40.77%2C40.75%2C-73.96%2C-73.99';

// The map draws on a canvas, which this environment lacks; the test checks its inputs and callbacks.
const Said = (props: MapPanelProps & { readonly onClose?: () => void }) => (
  <div>
    <p>{`under ${props.under}`}</p>
    <p>{`area ${props.area ? props.area.north : 'everywhere'}`}</p>
    <p>{`me ${props.myPlace ? props.myPlace.latitude : 'nowhere'}`}</p>
    <button
      type="button"
      onClick={() => {
        props.onArea(MIDTOWN);
        props.onShowFeed?.();
      }}
    >
      View All Items
    </button>
    {props.onClose && (
      <button type="button" onClick={props.onClose}>
        Close the map
      </button>
    )}
  </div>
);
const PanelStandIn = (props: MapPanelProps) => (
  <section aria-label="Panel">
    <Said {...props} />
  </section>
);
const SheetStandIn = (props: MapPanelProps & { readonly onClose: () => void }) => (
  <dialog open aria-label="Sheet">
    <Said {...props} />
  </dialog>
);
beforeEach(() => mockMap({ MapPanel: PanelStandIn, MapSheet: SheetStandIn }));

// Nothing is laid out here, so nothing is covered.
beforeAll(() => void Object.assign(document, { elementsFromPoint: () => [] }));
beforeEach(() => {
  setCommunity(aCommunity());
  reply(listClaims, []);
  reply(getClaimLimits, someLimits());
});

function beNarrow(): void {
  const real = window.matchMedia.bind(window);
  const narrow = vi.spyOn(window, 'matchMedia').mockImplementation(() => real('(max-width: 1px)'));
  onTestFinished(() => narrow.mockRestore());
}

function Home() {
  const map = useMapSheet();
  return (
    <main>
      <DiscoverTab />
      <Shortcuts quickShare onSafety={() => {}} onMap={map.open} />
      <MapOverlay />
    </main>
  );
}

function Marked() {
  return <output aria-label="Marked">{JSON.stringify(useHighlightedListing())}</output>;
}

function open(at = '/') {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ latitude: 40.76, longitude: -73.98 }));
  return renderWithProviders(
    <>
      <Home />
      <Marked />
    </>,
    { at, queryClient },
  );
}

const heading = () => screen.getByRole('heading', { name: 'Food Near You' });
const marked = () => screen.getByRole('status', { name: 'Marked' }).textContent;
const cardOf = async (title: string) => {
  const card = (await screen.findByRole('link', { name: title })).closest('li');
  if (!card) throw new Error(`No card of ${title}`);
  return card;
};

describe('the map beside the feed', () => {
  it('shows the person’s location and narrows the feed, with a way back to the whole feed', async () => {
    const asked = reply(listListings, [aListing()]);
    const { user, location } = open('/?q=rye');
    const panel = within(await screen.findByRole('region', { name: 'Panel' }));
    expect(panel.getByText('me 40.76')).toBeTruthy();
    expect(panel.getByText('under /?q=rye')).toBeTruthy();
    await user.click(panel.getByRole('button', { name: 'View All Items' }));
    expect(location.history.at(-1)).toBe(`/?q=rye&${MIDTOWN_SAID}`);
    expect(document.activeElement).toBe(heading());
    expect(await screen.findByText('Only the area you chose on the map')).toBeTruthy();
    await waitFor(() => expect(asked.at(-1)?.query.get('area')).toBe('40.77,40.75,-73.96,-73.99'));
    expect(panel.getByText('area 40.77')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show everywhere' }));
    expect(location.history.at(-1)).toBe('/?q=rye');
    expect(document.activeElement).toBe(heading());
    expect(screen.queryByText('Only the area you chose on the map')).toBeNull();
  });

  it('is reset by Clear Filters, which does not count it', async () => {
    reply(listListings, [aListing()]);
    const { user, location } = open(`/?q=rye&diet=vegan&${MIDTOWN_SAID}`);
    expect(await screen.findByRole('button', { name: /^Filters.*\b1 selected$/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(location.history.at(-1)).toBe('/?q=rye');
  });

  it('says that an area is empty, with a way out', async () => {
    reply(listListings, ({ query }) => (query.get('area') ? [] : [aListing()]));
    const { user, location } = open(`/?${MIDTOWN_SAID}`);
    expect(await screen.findByText(/^There's nothing in this part of the map right now/)).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Show 1 everywhere' }));
    expect(location.history.at(-1)).toBe('/');
    expect(document.activeElement).toBe(heading());
  });
});

describe('a card', () => {
  it('highlights its marker while hovered', async () => {
    const [rye, soup] = [aListing({ title: 'Rye' }), aListing({ title: 'Soup', latitude: 40.77 })];
    reply(listListings, [rye, soup]);
    const { user } = open();
    await user.hover(await cardOf('Rye'));
    expect(marked()).toBe(JSON.stringify({ id: rye.id, point: { latitude: 40.76, longitude: -73.99 } }));
    await user.hover(await cardOf('Soup'));
    expect(marked()).toContain(soup.id);
    await user.unhover(await cardOf('Soup'));
    expect(marked()).toBe('null');
  });

  it('highlights its marker while anything in it has focus, unless it has no place', async () => {
    const rye = aListing({ title: 'Rye' });
    reply(listListings, [rye, aListing({ title: 'Soup', latitude: null, longitude: null })]);
    const { user } = open();
    const card = await cardOf('Rye');
    within(card).getByRole('link', { name: 'Rye' }).focus();
    await waitFor(() => expect(marked()).toContain(rye.id));
    await user.tab();
    expect(card.contains(document.activeElement)).toBe(true);
    expect(marked()).toContain(rye.id);
    await user.tab();
    expect(screen.getByRole('link', { name: 'Soup' })).toBe(document.activeElement);
    expect(marked()).toBe('null');
  });

  it('leaves no highlight behind when the feed unmounts', async () => {
    const rye = aListing({ title: 'Rye' });
    reply(listListings, [rye]);
    const { user, location } = open();
    await user.hover(await cardOf('Rye'));
    reply(listListings, []);
    location.navigate('/?diet=vegan');
    expect(await screen.findByText('No Food Available')).toBeTruthy();
    expect(marked()).toBe('null');
  });
});

describe('the full-screen map', () => {
  it('opens by the Map button where there is no room beside the feed, and is in the address', async () => {
    beNarrow();
    reply(listListings, [aListing()]);
    const { user, location } = open('/?diet=vegan');
    await cardOf('Sourdough loaves');
    expect(screen.queryByRole('region', { name: 'Panel' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Map' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Sheet' }));
    expect(location.history.at(-1)).toBe('/?diet=vegan&map=open');
    // Back from a listing leads to the open map.
    expect(sheet.getByText('under /?diet=vegan&map=open')).toBeTruthy();
    location.navigate('/?diet=vegan');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sheet' })).toBeNull());
  });

  it('closes to the feed that it narrowed', async () => {
    beNarrow();
    reply(listListings, [aListing()]);
    const { user, location } = open('/?q=rye');
    await user.click(await screen.findByRole('button', { name: 'Map' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Sheet' }));
    await user.click(sheet.getByRole('button', { name: 'View All Items' }));
    expect(location.history.at(-1)).toBe(`/?q=rye&${MIDTOWN_SAID}&map=open`);
    await user.click(sheet.getByRole('button', { name: 'Close the map' }));
    expect(location.history).toEqual(['/?q=rye', `/?q=rye&${MIDTOWN_SAID}`]);
    expect(screen.queryByRole('dialog', { name: 'Sheet' })).toBeNull();
  });

  it('closes to the feed if the visit started on it', async () => {
    beNarrow();
    reply(listListings, [aListing()]);
    const { user, location } = open('/?map=open');
    await user.click(await screen.findByRole('button', { name: 'Close the map' }));
    expect(location.history).toEqual(['/']);
  });

  it('stays under a listing opened from it, and waits if the visit started at the listing', async () => {
    beNarrow();
    reply(listListings, [aListing()]);
    const { location } = open('/?map=open&listing=one');
    await cardOf('Sourdough loaves');
    expect(screen.queryByRole('dialog', { name: 'Sheet' })).toBeNull();
    location.navigate('/?map=open');
    expect(await screen.findByRole('dialog', { name: 'Sheet' })).toBeTruthy();
    location.navigate('/?map=open&listing=one');
    expect(await screen.findByRole('dialog', { name: 'Sheet' })).toBeTruthy();
  });
});
