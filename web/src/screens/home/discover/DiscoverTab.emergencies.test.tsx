import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { getClaimLimits, listClaims, listUserListings } from '@openlarder/domain/claims/claim-contract.ts';
import { listActiveRequests } from '@openlarder/domain/emergency/request-contract.ts';
import { listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import type { MapPanelProps } from '#web/features/map/panel/use-map-state.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { aCluster, aMapItem } from '#web/testing/map-samples.ts';
import { mockMap } from '#web/testing/mock-map.tsx';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, aRequest, someLimits } from '#web/testing/samples.ts';
import { DiscoverTab } from './DiscoverTab.tsx';

const AT = '/?tab=discover&filter=emergencies';
const MILK = aRequest({ side: 'donor', title: 'Milk', withinReach: true, distanceKm: 1 });

// The map has tests of its own.
const PanelStandIn = ({ onRespond }: MapPanelProps) =>
  onRespond && (
    <button
      type="button"
      onClick={() => onRespond(aCluster({ items: [aMapItem(), aMapItem({ id: MILK.id, category: null })] }))}
    >
      Respond
    </button>
  );

beforeEach(() => {
  mockMap({ MapPanel: PanelStandIn });
  setCommunity(aCommunity());
  reply(listClaims, []);
  reply(listUserListings, []);
  reply(getClaimLimits, someLimits());
  reply(listListings, [aListing({ title: 'Rye bread' })]);
  reply(listActiveRequests, [MILK]);
});

function open(userType: User['userType'], at = '/') {
  const queryClient = createQueryClient();
  queryClient.setQueryData(
    currentUserQuery.queryKey,
    aUser({ userType, latitude: 40.76, longitude: -73.98 }),
  );
  return renderWithProviders(<DiscoverTab />, { at, queryClient });
}
const chip = (name: string) => screen.getByRole('button', { name });

it('shows a donor the requests in place of the feed; any other filter returns to the feed', async () => {
  const { user, location } = open('donor');
  await screen.findByRole('link', { name: 'Rye bread' });
  expect(chip('Emergencies').getAttribute('aria-pressed')).toBe('false');
  await user.click(chip('Emergencies'));
  expect(location.history.at(-1)).toBe(AT);
  await screen.findByRole('article', { name: 'Milk' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Neighbors Who Need Food');
  expect(screen.queryByRole('link', { name: 'Rye bread' })).toBeNull();
  expect(chip('Emergencies').getAttribute('aria-pressed')).toBe('true');
  expect(chip('All Food').getAttribute('aria-pressed')).toBe('false');
  await user.click(chip('All Food'));
  expect(location.history.at(-1)).toBe('/');
  await screen.findByRole('link', { name: 'Rye bread' });
});

it('scrolls to the request named by the address', async () => {
  open('donor', `${AT}&request=${MILK.id}`);
  const card = await screen.findByRole('article', { name: 'Milk' });
  await waitFor(() => expect(document.activeElement).toBe(card));
});

it('is opened by Respond on the map, at the first request', async () => {
  const { user, location } = open('donor');
  await user.click(await screen.findByRole('button', { name: 'Respond' }));
  expect(location.history.at(-1)).toBe(`${AT}&request=${MILK.id}`);
  await screen.findByRole('article', { name: 'Milk' });
});

it.each(['recipient', 'volunteer'] as const)(
  'is not available to a %s, whatever the address says',
  async (userType) => {
    open(userType, AT);
    await screen.findByRole('link', { name: 'Rye bread' });
    expect(screen.queryByRole('button', { name: 'Emergencies' })).toBeNull();
    expect(screen.queryByText('Active Emergency Requests')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Respond' })).toBeNull();
  },
);
