import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import {
  type RequestLimits,
  type EmergencyRequest,
  getRequestArea,
  getRequestLimits,
  type RequestAreaPreview,
} from '@openlarder/domain/emergency/request-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { screen } from '@testing-library/react';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { RequestDialog } from '#web/features/emergency/request-form/RequestDialog.tsx';
import { feedQuery } from '#web/features/listings/listings.queries.ts';
import { NO_FILTER } from '#web/features/listings/search/feed-filter.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from './api.ts';
import { aCommunity, aUser } from './people.ts';
import { renderWithProviders } from './render.tsx';
import { someRequestLimits } from './samples.ts';

/** A person who needs food, whose location and household are known, so that the form needs only a title. */
export const june = (known: Partial<User> = {}): User =>
  aUser({
    firstName: 'June',
    userType: 'recipient',
    location: '500 W 52nd St',
    latitude: 40.766,
    longitude: -73.993,
    areaLabel: 'Hell’s Kitchen',
    householdSize: 1,
    ...known,
  });

type Opened = {
  readonly me?: User;
  readonly asking?: Partial<RequestLimits>;
  readonly again?: EmergencyRequest | null;
  /** Null if the test replies itself. */
  readonly area?: RequestAreaPreview | null;
  /** Listings the feed has loaded; null if it has loaded nothing. */
  readonly food?: readonly Listing[] | null;
  readonly at?: string;
  /** Whether to open the dialog's further fields. */
  readonly details?: boolean;
};

/** The open request dialog; `closed` counts how often it asks to be closed. */
export async function openRequestDialog({
  me = june(),
  asking = {},
  again = null,
  area = { label: 'Hell’s Kitchen', bounds: [], isFew: false, peopleHere: null },
  food = [],
  at = '/',
  details = true,
}: Opened = {}) {
  if (area) reply(getRequestArea, area);
  reply(getRequestLimits, someRequestLimits(asking));
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, me);
  if (food)
    queryClient.setQueryData(feedQuery(NO_FILTER).queryKey, {
      pageParams: [null],
      pages: [
        {
          filter: NO_FILTER,
          listings: food,
          totalCount: food.length,
          criticalCount: 0,
          leftOut: [],
          expiringSoonCount: 0,
          farCount: 0,
          nextCursor: null,
        },
      ],
    });
  setCommunity(aCommunity());
  const heard = { closed: 0 };
  const part = renderWithProviders(
    <RequestDialog
      open
      repeatOf={again}
      onOpenChange={(open) => {
        if (!open) heard.closed += 1;
      }}
    />,
    { queryClient, at },
  );
  await screen.findAllByText(/^(Help lines|Other help, right now)$/);
  const more = details && screen.queryByRole('button', { name: 'Add details' });
  if (more) await part.user.click(more);
  return { ...part, heard };
}
