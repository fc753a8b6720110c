import { NO_STANDING } from '@openlarder/domain/accounts/standing.ts';
import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { getClaimLimits, listClaims, listUserListings } from '@openlarder/domain/claims/claim-contract.ts';
import { blockPerson, getPerson, listOwnReports } from '@openlarder/domain/moderation/moderation-contract.ts';
import { getListing } from '@openlarder/domain/listings/listing-contract.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { Router } from 'wouter';
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { OwnReports } from '#web/features/moderation/OwnReports.tsx';
import { AccountPausedNotice } from '#web/features/moderation/AccountPausedNotice.tsx';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { expectNoSheetEntry, sheetEntries } from '#web/testing/history.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aListing, ANA_ID, anId, hoursFromNow, someLimits } from '#web/testing/samples.ts';
import { PersonOverlay } from '../Home.tsx';
import { ListingOverlay } from './ListingOverlay.tsx';

const person = {
  id: ANA_ID,
  displayName: 'Ana R.',
  initials: 'AR',
  userType: 'donor',
  organizationName: null,
} as const;
const card = () =>
  renderWithProviders(<PersonOverlay />, { at: `/?tab=messages&conversation=${anId()}&person=${ANA_ID}` });

// Loaded when a first name is pressed, which takes longer here than a test waits.
beforeAll(
  async () => void (await Promise.all([import('./PersonDetail.tsx'), import('./ListingDetail.tsx')])),
);

it('shows the public profile with current listings', async () => {
  const loaf = aListing();
  reply(getPerson, {
    person,
    verified: true,
    standing: { shares: 'very_often', repliesSameDay: true, verified: true },
    memberSince: '2026-03-01T00:00:00.000Z',
  });
  reply(listUserListings, [loaf, aListing({ title: 'Gone already', status: 'completed' })]);
  card();
  const dialog = await screen.findByRole('dialog', { name: 'Ana R.' });
  expect(within(dialog).getByText('Community Donor')).toBeTruthy();
  for (const line of ['Shares very often', 'Usually replies the same day', 'Verified'])
    expect(within(dialog).getByText(line)).toBeTruthy();
  expect(within(dialog).getByText('Member since March 2026')).toBeTruthy();
  const link = await within(dialog).findByRole('link', { name: /Sourdough loaves/ });
  expect(link.getAttribute('href')).toContain('tab=messages');
  expect(link.getAttribute('href')).toContain(`listing=${loaf.id}`);
  expect(link.getAttribute('href')).not.toContain('person=');
  expect(within(dialog).queryByText('Gone already')).toBeNull();
});

it('leaves every screen about a person after blocking them', async () => {
  reply(getPerson, { person, verified: false, standing: NO_STANDING, memberSince: hoursFromNow(-100) });
  reply(listUserListings, []);
  const sent = reply(blockPerson, null);
  const { user, location } = card();
  const dialog = await screen.findByRole('dialog', { name: 'Ana R.' });
  expect(await within(dialog).findByText('Nothing right now.')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Block Ana R.' }));
  const asked = await screen.findByRole('dialog', { name: 'Block Ana R.?' });
  await user.click(within(asked).getByRole('button', { name: /^Block/ }));
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ userId: ANA_ID }]));
  await waitFor(() => expect(location.history?.at(-1)).toBe('/?tab=messages'));
  expect(await screen.findByText('Ana R. is blocked')).toBeTruthy();
});

it.each([
  ['their card', `/?person=${ANA_ID}`, '/'],
  ['a listing over the feed', null, '/?q=bread'],
])('leads back to no blocked person, from %s', async (_from, at, after) => {
  reply(getPerson, { person, verified: false, standing: NO_STANDING, memberSince: hoursFromNow(-100) });
  reply(listUserListings, []);
  reply(listClaims, []);
  reply(getClaimLimits, someLimits());
  reply(getUser, aUser());
  setCommunity(aCommunity());
  reply(blockPerson, null);
  const food = aListing({ donor: { ...aListing().donor, id: ANA_ID, displayName: 'Ana R.' } });
  reply(getListing, food);
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser());
  window.history.pushState(null, '', '/?q=bread');
  const { user } = renderWithProviders(
    <Router hook={useBrowserLocation} searchHook={useBrowserSearch}>
      <PersonOverlay />
      <ListingOverlay />
    </Router>,
    { queryClient },
  );
  act(() => window.history.pushState(null, '', at ?? `/?q=bread&listing=${food.id}`));
  const shown = within(await screen.findByRole('dialog'));
  await user.click(await shown.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Block Ana R.' }));
  const asked = await screen.findByRole('dialog', { name: 'Block Ana R.?' });
  await waitFor(() => expect(sheetEntries()).toBe(1));
  await user.click(within(asked).getByRole('button', { name: /^Block/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await expectNoSheetEntry();
  expect(window.location.pathname + window.location.search).toBe(after);
  if (at !== null) {
    act(() => window.history.back());
    await waitFor(() => expect(window.location.search).toBe('?q=bread'));
  }
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says that the person no longer exists', async () => {
  replyError(getPerson, 404, { code: 'not-found', message: 'Not here.' });
  card();
  expect(await screen.findByText("This person isn't here anymore")).toBeTruthy();
});

it('offers a retry if the card could not be loaded', async () => {
  replyError(getPerson, 503, { code: 'away', message: 'Please try again in a moment.' });
  const { user } = card();
  expect(await screen.findByText('Please try again in a moment.')).toBeTruthy();
  reply(getPerson, { person, verified: false, standing: NO_STANDING, memberSince: hoursFromNow(-100) });
  reply(listUserListings, []);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Community Donor')).toBeTruthy();
});

it("lists one's own reports and whether they were reviewed", async () => {
  const report = { id: anId(), reason: 'spam', createdAt: hoursFromNow(-3), closedAt: null } as const;
  reply(listOwnReports, [
    { ...report, subject: { type: 'message', id: anId() } },
    {
      ...report,
      id: anId(),
      reason: 'dispute',
      subject: { type: 'claim', id: anId() },
      closedAt: hoursFromNow(-1),
    },
  ]);
  renderWithProviders(<OwnReports />);
  const [waiting, done] = await screen.findAllByRole('listitem');
  expect(waiting?.textContent).toMatch(/A message · Spam.*Waiting/);
  expect(done?.textContent).toMatch(/^A pickup.*Reviewed/);
});

it('tells a paused person what still works', () => {
  renderWithProviders(<AccountPausedNotice />);
  expect(screen.getByText('Your account is paused')).toBeTruthy();
  expect(screen.getByText(/You can still read, finish your open pickups/)).toBeTruthy();
});
