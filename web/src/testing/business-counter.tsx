import { type Claim, listClaims, listUserListings } from '@openlarder/domain/claims/claim-contract.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { screen } from '@testing-library/react';
import { useQueryClient } from '@tanstack/react-query';
import { reply } from './api.ts';
import { renderWithProviders } from './render.tsx';
import { aClaim, aListing } from './samples.ts';
import { BusinessCounter } from '#web/features/claims/counter/BusinessCounter.tsx';

/** Half past five in the evening of 23 November 2026 in New York, where the bakery is. */
const NEW_YORK = 'America/New_York';
export const at = (clock: string, day = 23): string =>
  new Date(`2026-11-${day}T${clock}:00-05:00`).toISOString();
export const NOW = Date.parse(at('17:30'));

/** A person's open claim on the bakery's bread, as the bakery sees it. */
export const claimOf = (
  firstName: string,
  handover: Partial<Handover> = {},
  said: Partial<Omit<Claim, 'handover' | 'listing'>> = {},
): Claim =>
  aClaim(
    {
      side: 'donor',
      servings: 8,
      createdAt: at('16:00'),
      claimer: {
        id: aListing().id,
        displayName: `${firstName} S.`,
        initials: `${firstName.slice(0, 1)}S`,
        userType: 'recipient',
        organizationName: null,
      },
      ...said,
    },
    { title: 'Bread and pastry', availableFrom: at('17:00'), availableUntil: at('22:30') },
    handover,
  );

/** The bread that was shared the evening before, all of it taken. */
export const yesterdaysTray = (said: Partial<Listing> = {}): Listing =>
  aListing({
    title: 'Bread and pastry',
    status: 'completed',
    createdAt: at('17:00', 22),
    availableFrom: at('18:00', 22),
    availableUntil: at('22:30', 22),
    bestByDate: at('23:59', 24),
    expiryDate: null,
    estimatedServings: 14,
    offeredServings: 60,
    servingsLeft: 0,
    isBulk: true,
    urgencyLevel: 'medium',
    allergens: ['gluten'],
    sharePlaceAtOnce: false,
    ...said,
  });

/** Renders the counter with the server's data, which a test may change. */
export async function renderCounter(
  server: { claims: readonly Claim[]; listings: readonly Listing[] },
  atPath = '/?tab=share',
  afterReplies = () => {},
) {
  reply(listClaims, () => [...server.claims]);
  reply(listUserListings, () => [...server.listings]);
  afterReplies();
  const newDonations: number[] = [];
  let refetch: () => Promise<void> = async () => {};
  function Refetching() {
    const queryClient = useQueryClient();
    refetch = () => queryClient.invalidateQueries();
    return null;
  }
  const part = renderWithProviders(
    <>
      <Refetching />
      <BusinessCounter
        personId={aListing().donorId}
        timeZone={NEW_YORK}
        onNewDonation={() => newDonations.push(1)}
      />
      <p>The form</p>
    </>,
    { at: atPath },
  );
  await screen.findByText('The form');
  return { ...part, newDonations, refetch: () => refetch() };
}
