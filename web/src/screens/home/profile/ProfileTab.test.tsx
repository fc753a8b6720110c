import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { listSessions } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { listUserActivity } from '@openlarder/domain/activity/activity-contract.ts';
import {
  type Claim,
  getClaimLimits,
  listClaims,
  listUserListings,
} from '@openlarder/domain/claims/claim-contract.ts';
import {
  type EmergencyRequest,
  getRequestLimits,
  listRequests,
} from '@openlarder/domain/emergency/request-contract.ts';
import { getCalendarFeed } from '@openlarder/domain/handovers/calendar-contract.ts';
import { getCommunityStats, getUserImpact } from '@openlarder/domain/impact/impact-contract.ts';
import { listImpactFacts } from '@openlarder/domain/impact-facts/impact-fact-contract.ts';
import { listBlocks, listOwnReports } from '@openlarder/domain/moderation/moderation-contract.ts';
import { getNotificationSettings } from '@openlarder/domain/notifications/notification-contract.ts';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@openlarder/domain/notifications/notification-switches.ts';
import {
  getUserStats,
  listBadges,
  listUserBadges,
} from '@openlarder/domain/recognition/recognition-contract.ts';
import { getHelpOffer } from '@openlarder/domain/volunteers/volunteer-contract.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { formatDayTime } from '#web/lib/format.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import {
  aClaim,
  aListing,
  aMatchedRequest,
  anId,
  aRequest,
  hoursFromNow,
  someLimits,
  someRequestLimits,
  someStats,
} from '#web/testing/samples.ts';
import { ProfileTab } from './ProfileTab.tsx';

type Held = {
  shared?: Listing[];
  mine?: Claim[];
  theirs?: Claim[];
  requests?: EmergencyRequest[];
  me?: User;
};

function openProfile(
  at: string,
  { shared = [], mine = [], theirs = [], requests = [aRequest()], me = aUser() }: Held = {},
) {
  reply(listClaims, ({ query }) => (query.get('side') === 'theirs' ? theirs : mine));
  reply(listUserListings, shared);
  reply(getClaimLimits, someLimits());
  reply(listBlocks, []);
  reply(getCalendarFeed, { url: null });
  reply(listOwnReports, []);
  reply(getHelpOffer, { days: [], times: [], area: '', transport: [], answeredAt: null });
  reply(getNotificationSettings, DEFAULT_NOTIFICATION_SETTINGS);
  reply(listSessions, []);
  reply(listUserActivity, []);
  reply(listBadges, []);
  reply(listUserBadges, []);
  reply(listImpactFacts, []);
  reply(getUserImpact, {
    mealsShared: 12,
    co2Saved: 38.6,
    co2SavedLow: 8,
    co2SavedHigh: 68,
    peopleHelped: 4,
    months: [],
  });
  reply(getUserStats, someStats());
  reply(listRequests, ({ query }) => (query.get('side') === 'mine' ? requests : []));
  reply(getRequestLimits, someRequestLimits());
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, me);
  setCommunity(aCommunity());
  return renderWithProviders(<ProfileTab />, { at, queryClient });
}

const sections = () => within(screen.getByRole('navigation', { name: 'Profile' }));
const currentSection = () =>
  sections()
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.textContent);

it('has its heading first, then all sections, with the number of open things', async () => {
  openProfile('/?tab=profile', {
    mine: [aClaim(), aClaim({ status: 'completed' })],
    shared: [aListing(), aListing({ status: 'expired' })],
    theirs: [aClaim({ side: 'donor' }), aClaim({ side: 'donor' })],
  });
  expect(await sections().findByRole('link', { name: 'Pickups 1' })).toBeTruthy();
  expect(await sections().findByRole('link', { name: 'Shares 1' })).toBeTruthy();
  expect(await sections().findByRole('link', { name: 'Requests 1' })).toBeTruthy();
  expect(
    sections()
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([
    '/?tab=profile',
    '/?tab=profile&room=pickups',
    '/?tab=profile&room=shares',
    '/?tab=profile&room=requests',
    '/?tab=profile&room=settings',
  ]);
  const [first] = screen.getAllByRole('heading');
  expect([first?.tagName, first?.textContent]).toEqual(['H1', 'Profile']);
});

it.each([
  ['/?tab=profile', 'Overview', 'Coming up'],
  ['/?tab=profile&room=pickups', 'Pickups', 'My pickups'],
  ['/?tab=profile&room=shares', 'Shares', 'My shares'],
  ['/?tab=profile&room=requests', 'Requests', 'Emergency Food Requests'],
  ['/?tab=profile&room=settings', 'Settings', 'Account and privacy'],
  ['/?tab=profile&room=cellar', 'Overview', 'Coming up'],
])('%s is the section %s', async (at, name, heading) => {
  const soon = aClaim({}, {}, { agreedTime: hoursFromNow(2) });
  openProfile(at, { mine: [soon] });
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
  expect(currentSection().map((text) => text?.replace(/\d/g, ''))).toEqual([name]);
});

it('a link to a claim leads to the section of its side', async () => {
  const theirs = aClaim({ id: anId(), side: 'donor' });
  openProfile(`/?tab=profile&claim=${theirs.id}`, { theirs: [theirs] });
  expect(await screen.findByRole('heading', { name: 'My shares' })).toBeTruthy();
});

it('counts an open request in its tab, and does not offer to ask again', async () => {
  openProfile('/?tab=profile');
  expect(await screen.findByRole('link', { name: /^Requests\s*1/ })).toBeTruthy();
  expect(screen.queryByText('Nothing coming up.')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Ask for food' })).toBeNull();
});

it('without anything coming up says so, with two ways on', async () => {
  openProfile('/?tab=profile', { requests: [] });
  expect(await screen.findByText('Nothing coming up.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ask for food' }).getAttribute('href')).toBe(
    '/?tab=profile&room=requests&ask=1',
  );
});

it('does not say so beside someone who helps, or a pickup on another day', async () => {
  openProfile('/?tab=profile', { requests: [aMatchedRequest()] });
  expect(await screen.findByRole('heading', { name: 'Impact Dashboard' })).toBeTruthy();
  expect(await sections().findByRole('link', { name: 'Requests 1' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Nothing coming up.')).toBeNull());
  cleanup();
  const agreedTime = hoursFromNow(30);
  const tomorrow = aClaim({}, { title: 'Rye bread' }, { agreedTime, windowFrom: hoursFromNow(29) });
  openProfile('/?tab=profile', { mine: [tomorrow] });
  expect(await screen.findByRole('heading', { name: 'Coming up' })).toBeTruthy();
  const when = `${formatDayTime(agreedTime, Date.now())} · agreed`;
  expect(screen.getByRole('link', { name: `Rye bread ${when}` })).toBeTruthy();
  expect(screen.queryByText('Nothing coming up.')).toBeNull();
});

it('has the figures below the tasks, and on a phone a line for each card that follows', async () => {
  const real = window.matchMedia.bind(window);
  const narrow = vi.spyOn(window, 'matchMedia').mockImplementation(() => real('(max-width: 1px)'));
  onTestFinished(() => narrow.mockRestore());
  const { user } = openProfile('/?tab=profile');
  expect(await screen.findByRole('heading', { name: 'Impact Dashboard' })).toBeTruthy();
  expect(await screen.findByText('Top Donor')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Recent Activity' }));
  expect(await screen.findByRole('heading', { name: 'Recent Activity' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Recent Activity' })).toBeNull();
});

it('opens the dashboard of a business on a tap on a phone, which its counter fills', async () => {
  const real = window.matchMedia.bind(window);
  const narrow = vi.spyOn(window, 'matchMedia').mockImplementation(() => real('(max-width: 1px)'));
  onTestFinished(() => narrow.mockRestore());
  const { user } = openProfile('/?tab=profile', { me: aUser({ organizationName: 'Ninth Avenue Bakery' }) });
  await user.click(await screen.findByRole('button', { name: 'Impact Dashboard' }));
  expect(await screen.findByRole('heading', { name: 'Impact Dashboard' })).toBeTruthy();
});

it('has the tools of an organizer in place of what volunteers are told', async () => {
  reply(getCommunityStats, { mealsToday: 11, activeDonors: 31, co2Saved: 7558 });
  openProfile('/?tab=profile', { me: aUser({ userType: 'volunteer', isAdmin: true }) });
  expect(await screen.findByRole('heading', { name: 'For organizers' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Show the poster' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'How you can help today' })).toBeNull();
});

it('begins with the counter of a business, unless the business itself picks food up', async () => {
  const me = aUser({ organizationName: 'Ninth Avenue Bakery' });
  const guest = aClaim({ side: 'donor' }, {}, { agreedTime: hoursFromNow(0) });
  openProfile('/?tab=profile', { me, requests: [], theirs: [guest] });
  expect(await screen.findByRole('heading', { name: "Today's pickups" })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Coming up' })).toBeNull();
  cleanup();
  const own = aClaim({}, {}, { agreedTime: hoursFromNow(2) });
  openProfile('/?tab=profile', { me, requests: [], theirs: [guest], mine: [own] });
  expect(await screen.findByRole('heading', { name: 'Coming up' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: "Today's pickups" })).toBeNull();
});

it('has the long parts of the settings on a tap on a phone, so that the section stays short', async () => {
  const real = window.matchMedia.bind(window);
  const narrow = vi.spyOn(window, 'matchMedia').mockImplementation(() => real('(max-width: 1px)'));
  onTestFinished(() => narrow.mockRestore());
  const { user } = openProfile('/?tab=profile&room=settings');
  expect(await screen.findByRole('heading', { name: 'Notifications' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close account' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Account and privacy' }));
  expect(await screen.findByRole('button', { name: 'Close account' })).toBeTruthy();
});
