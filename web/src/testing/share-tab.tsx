import {
  getOpeningHours,
  listSurplusQuestions,
  type Partner,
} from '@openlarder/domain/partners/partner-contract.ts';
import { listClaims, listUserListings } from '@openlarder/domain/claims/claim-contract.ts';
import { getListingLimits, type Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { getArea } from '@openlarder/domain/places/place-contract.ts';
import { screen } from '@testing-library/react';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { ShareTab } from '#web/screens/home/share/ShareTab.tsx';
import { reply } from './api.ts';
import { aCommunity, aUser } from './people.ts';
import { renderWithProviders } from './render.tsx';
import { aListing } from './samples.ts';

/** A donor whose location is known, so that the form needs only a title. */
export const aDonor = (known: Partial<User> = {}): User =>
  aUser({
    id: '0198a0aa-0000-7000-8000-000000000001',
    location: '123 W 45th St',
    latitude: 40.7577,
    longitude: -73.9857,
    areaLabel: 'Theater District',
    ...known,
  });

/** The server's reply once food is shared. */
export const sharedListing = aListing({
  id: '0198a0aa-0000-7000-8000-000000000002',
  donorId: aDonor().id,
  placeShared: true,
});

/** The share tab, ready for input, in a community in UTC. */
export async function openShareTab({
  me = aDonor(),
  at = '/?tab=share',
  earlier = [],
  hours = [],
}: {
  me?: User;
  at?: string;
  earlier?: Listing[];
  /** Of the organization. */
  hours?: Partner['hours'];
} = {}) {
  reply(listClaims, []);
  reply(listUserListings, earlier);
  reply(getOpeningHours, { hours });
  reply(listSurplusQuestions, []);
  reply(getArea, { areaLabel: 'Theater District' });
  reply(getListingLimits, { listingsInLastDay: 0, maxListingsPerDay: 30, nextAt: null, level: 'member' });
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, me);
  setCommunity(aCommunity({ timeZone: 'UTC' }));
  const part = renderWithProviders(<ShareTab />, { at, queryClient });
  await screen.findByRole('textbox', { name: 'Title' });
  return part;
}
