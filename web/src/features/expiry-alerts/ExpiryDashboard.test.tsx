import { getClaimLimits, listClaims, listUserListings } from '@openlarder/domain/claims/claim-contract.ts';
import {
  acknowledgeExpiryAlert,
  type ExpiryAlert,
  listExpiringSoon,
  listExpiryAlerts,
  tellNeighbors,
} from '@openlarder/domain/expiry-alerts/expiry-contract.ts';
import { changeListing, type Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, hoursFromNow, someLimits } from '#web/testing/samples.ts';
import { ExpiryDashboard } from './ExpiryDashboard.tsx';

const me = aUser({ latitude: 40.76, longitude: -73.98 });
const food = (title: string, hours: number, changes: Partial<Listing> = {}): Listing =>
  aListing({
    title,
    status: 'posted',
    availableFrom: hoursFromNow(-1),
    availableUntil: hoursFromNow(hours),
    bestByDate: hoursFromNow(72),
    expiryDate: null,
    ...changes,
  });
const mine = (title: string, hours: number, changes: Partial<Listing> = {}) =>
  food(title, hours, { donorId: me.id, ...changes });
const anAlert = (listing: Listing, changes: Partial<ExpiryAlert> = {}): ExpiryAlert => ({
  id: '01890000-0000-7000-8000-0000000000a1',
  level: 'urgent',
  isOwn: listing.donorId === me.id,
  listing,
  endsAt: listing.availableUntil,
  neighborsToldAt: null,
  createdAt: hoursFromNow(-1),
  ...changes,
});

function open(own: readonly Listing[], near: readonly Listing[], alerts: readonly ExpiryAlert[] = []) {
  reply(listUserListings, [...own]);
  reply(listExpiringSoon, [...near]);
  reply(listExpiryAlerts, [...alerts]);
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, me);
  return renderWithProviders(<ExpiryDashboard />, { queryClient });
}
const row = async (name: string) => within(await screen.findByRole('listitem', { name }));
const titles = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((item) => item.getAttribute('aria-label'));

beforeEach(() => {
  setCommunity(aCommunity());
  reply(listClaims, []);
  reply(getClaimLimits, someLimits());
});

it('shows the first three of one’s own food and of food near, with how much time is left', async () => {
  open(
    [mine('Rice', 5.1), mine('Soup', 0.6), mine('Later', 30), mine('Pie', 3), mine('Stew', 20)],
    ['A', 'B', 'C', 'D'].map((title, nth) => food(title, 2.1 + nth)),
  );
  expect((await row('Soup')).getByText('Now!')).toBeTruthy();
  expect(titles('Your food that ends soon')).toEqual(['Soup', 'Pie', 'Rice']);
  expect(titles('Near you, ends soon')).toEqual(['A', 'B', 'C']);
  expect((await row('Pie')).getByText('3 hours')).toBeTruthy();
  expect((await row('A')).getByRole('button', { name: /^Claim/ })).toBeTruthy();
  expect(screen.queryByRole('listitem', { name: 'Later' })).toBeNull();
});

it('warns about allergens and diets, saved or filtered, where the food can be claimed', async () => {
  sessionStorage.setItem(`openlarder.food-filter.${me.id}`, '"without=tree_nuts"');
  open(
    [],
    [
      food('Stew', 2, { allergens: null }),
      food('Nut cake', 3, { allergens: ['gluten', 'tree_nuts'] }),
      food('Rolls', 3, { allergens: ['gluten'] }),
    ],
  );
  expect((await row('Nut cake')).getByText('Contains tree nuts, which you avoid')).toBeTruthy();
  expect((await row('Rolls')).queryByText(/which you avoid/)).toBeNull();
  // food that says nothing is marked, and last
  expect((await row('Stew')).getByText('Allergens not said: ask')).toBeTruthy();
  expect(screen.getAllByRole('listitem').at(-1)?.textContent).toContain('Stew');
});

it('is hidden without any, and with only one’s own food near', async () => {
  const { container } = open([mine('Later', 30)], [mine('Soup', 2)]);
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
  expect(container.textContent).toBe('');
});

it('marks an alert as read', async () => {
  const soup = food('Soup', 2);
  const read = reply(acknowledgeExpiryAlert, null);
  const { user } = open([], [soup], [anAlert(soup)]);
  await user.click((await row('Soup')).getByRole('button', { name: 'Mark as read: Soup' }));
  await waitFor(() => expect(read).toHaveLength(1));
  expect(read[0]?.params['id']).toBe(anAlert(soup).id);
});

it('extends the pickup by two hours, and takes it back', async () => {
  const soup = mine('Soup', 1);
  const changed = reply(changeListing, ({ body }) => ({ ...soup, ...(body as Partial<Listing>) }));
  const { user } = open([soup], []);
  await user.click((await row('Soup')).getByRole('button', { name: /^Extend until/ }));
  await screen.findByText(/^Open until/);
  expect(changed[0]?.body).toEqual({
    availableUntil: new Date(Date.parse(soup.availableUntil) + 7_200_000).toISOString(),
  });
  await user.click(screen.getByRole('button', { name: 'Undo: Soup' }));
  await waitFor(() => expect(changed).toHaveLength(2));
  expect(changed[1]?.body).toEqual({ availableUntil: soup.availableUntil });
});

it('offers no more time than the use-by date leaves', async () => {
  const use = { dateKind: 'use_by' as const, bestByDate: hoursFromNow(1) };
  open([mine('Soup', 1, use)], []);
  const soup = await row('Soup');
  expect(soup.queryByRole('button', { name: /^Extend/ })).toBeNull();
  expect(soup.getByRole('button', { name: 'Mark as gone: Soup' })).toBeTruthy();
});

it('lets neighbors know once, and asks before food is gone', async () => {
  const soup = mine('Soup', 1);
  const told = reply(tellNeighbors, { people: null });
  const { user } = open([soup], []);
  await user.click((await row('Soup')).getByRole('button', { name: 'Let neighbors know: Soup' }));
  expect(await screen.findByText("Neighbors who'd like it know.")).toBeTruthy();
  expect(told).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Mark as gone: Soup' }));
  expect(await screen.findByRole('dialog', { name: 'Stop sharing this food?' })).toBeTruthy();
});
