import { type Claim, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { formatTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { reply } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aUser } from '#web/testing/people.ts';
import { aClaim, hoursFromNow } from '#web/testing/samples.ts';
import { claimsOnMyListingsQuery } from '../claims.queries.ts';
import { LivePickup } from './LivePickup.tsx';
import { TodaysPickups } from './TodaysPickups.tsx';

const HOME = { latitude: 40.766, longitude: -73.993 };
/** 1.2 km to the north: a walk of 18 minutes. */
const THERE = { latitude: 40.7768, longitude: -73.993, placeShared: true, pickupLocation: '500 W 57th St' };

function open(part: ReactElement, { mine = [], theirs = [] }: { mine?: Claim[]; theirs?: Claim[] }) {
  reply(listClaims, ({ query }) => (query.get('side') === 'theirs' ? theirs : mine));
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser(HOME));
  return renderWithProviders(part, { queryClient });
}

const minutesFromNow = (minutes: number) => hoursFromNow(minutes / 60);
const shown = async () => (await screen.findAllByRole('link'))[0]?.textContent;

it('shows the next pickup with person, time, next step and countdown, and links to its conversation', async () => {
  const agreedTime = minutesFromNow(90);
  const later = aClaim({}, { title: 'Rye bread' }, { agreedTime: hoursFromNow(4) });
  const next = aClaim({}, { title: 'Lasagne, one tray', ...THERE }, { agreedTime });
  open(<LivePickup />, { mine: [later, next] });
  expect(await shown()).toContain('Lasagne with Ana');
  expect(await shown()).toContain(formatTime(agreedTime));
  expect(await shown()).toContain(`Leave by ${formatTime(Date.parse(agreedTime) - 18 * 60_000)}`);
  expect(await shown()).toContain('1 h 30 min');
  expect(screen.getByRole('link', { name: /Lasagne/ }).getAttribute('href')).toBe(
    paths.conversation(next.conversationId),
  );
});

it('counts the other pickups that are close, and links to them', async () => {
  const [next, later] = [90, 240].map((minutes) => aClaim({}, {}, { agreedTime: minutesFromNow(minutes) }));
  const far = aClaim({}, {}, { agreedTime: hoursFromNow(30), windowFrom: hoursFromNow(29) });
  open(<LivePickup />, { mine: [next, later, far].filter((claim) => claim !== undefined) });
  expect((await screen.findByRole('link', { name: '1 more' })).getAttribute('href')).toBe(
    paths.tab('profile'),
  );
});

it('shows no time to leave while the address is hidden', async () => {
  const claim = aClaim({}, { ...THERE, placeShared: false }, { agreedTime: minutesFromNow(90) });
  open(<LivePickup />, { mine: [claim] });
  expect(await shown()).toContain("Waiting for Ana's address");
  expect(await shown()).not.toContain('Leave');
});

it('is not shown in the conversation it is about', async () => {
  const claim = aClaim({}, {}, { agreedTime: minutesFromNow(90) });
  const { location } = open(<LivePickup />, { mine: [claim] });
  await shown();
  location.navigate(paths.conversation(claim.conversationId));
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
});

it('shows a donor the people who come, those on the way first, and the next step', async () => {
  const soon = aClaim({ side: 'donor' }, {}, { side: 'giver', agreedTime: minutesFromNow(-5) });
  const coming = aClaim(
    { side: 'donor' },
    { title: 'Bagels', placeShared: true },
    { side: 'giver', agreedTime: minutesFromNow(-2), receiverOnMyWayAt: minutesFromNow(-1) },
  );
  open(<LivePickup />, { theirs: [soon, coming] });
  expect(await shown()).toContain('Bagels with June');
  expect(await shown()).toContain('June is on the way');
  cleanup();
  open(<LivePickup />, { theirs: [soon] });
  expect(await shown()).toContain('Share your address');
});

it('shows a proposed time before anything else', async () => {
  const proposal = { time: minutesFromNow(45), by: 'giver' } as const;
  open(<LivePickup />, { mine: [aClaim({}, {}, { proposal })] });
  expect(await shown()).toContain('Ana proposes');
  expect(screen.getByRole('status').textContent).toMatch(/ with Ana\. Ana proposes .*\.$/);
});

it('shows the person’s own proposal while it waits for an answer', async () => {
  const proposal = { time: minutesFromNow(45), by: 'receiver' } as const;
  open(<LivePickup />, { mine: [aClaim({}, { placeShared: true }, { proposal })] });
  expect(await shown()).toContain(`You proposed ${formatTime(proposal.time)}`);
});

it('shows nothing without a pickup that is close', async () => {
  const far = aClaim({}, {}, { agreedTime: hoursFromNow(30), windowFrom: hoursFromNow(29) });
  const over = aClaim({ status: 'completed' }, {}, { status: 'completed', agreedTime: hoursFromNow(1) });
  const { queryClient } = open(<LivePickup />, { mine: [far, over] });
  await waitFor(() => expect(queryClient.getQueryData(claimsOnMyListingsQuery.queryKey)).toBeTruthy());
  expect(screen.queryByRole('link')).toBeNull();
});

it('on the profile the next pickup has its code and the way there, the others a line each', async () => {
  const next = aClaim({}, { title: 'Lasagne', ...THERE }, { agreedTime: minutesFromNow(30), code: '4711' });
  const later = aClaim({}, { title: 'Rye bread' }, { agreedTime: hoursFromNow(4) });
  open(<TodaysPickups otherwise="nothing" />, { mine: [later, next] });
  const card = within(await screen.findByRole('article'));
  expect(card.getByText(/^4 7 1 1/)).toBeTruthy();
  expect(card.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain('40.7768,-73.993');
  expect(card.getByRole('link', { name: 'Message' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /Rye bread/ })).toBeTruthy();
});
