import { type EmergencyRequest, listActiveRequests } from '@openlarder/domain/emergency/request-contract.ts';
import type { EmergencyAlert, ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { currentUserQuery, useCurrentUser } from '#web/features/accounts/current-user.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { LiveProvider } from '#web/live/LiveProvider.tsx';
import { reply } from '#web/testing/api.ts';
import { cutSocket, hear, hearHello, saidLive } from '#web/testing/live.ts';
import { aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { anId, aRequest, hoursFromNow } from '#web/testing/samples.ts';
import { activeRequestsQuery } from '../emergency.queries.ts';
import { dismissedKey } from './alert-list.ts';
import { DonorAlerts } from './DonorAlerts.tsx';
import { useDonorPresence } from './use-donor-presence.ts';

const me = aUser({ latitude: 40.76, longitude: -73.98 });

const anAlert = (known: Partial<EmergencyAlert> = {}): EmergencyAlert => ({
  id: anId(),
  title: 'Dinner tonight',
  householdSize: 3,
  distance: 2,
  urgencyLevel: 'emergency',
  pickupLocation: 'Chelsea',
  createdAt: hoursFromNow(-0.1),
  ...known,
});
const alerted = (data: EmergencyAlert): ServerMessage => ({ type: 'emergency_alert', data });
const changed = (
  type: 'emergency_matched' | 'emergency_fulfilled' | 'heat_map_update',
  requestId: string,
  status: EmergencyRequest['status'],
): ServerMessage => ({
  type,
  data: { requestId, status },
});

/** A pending request that the donor was alerted to. */
const near = (known: Partial<EmergencyRequest> = {}): EmergencyRequest =>
  aRequest({
    side: 'donor',
    requester: { id: null, firstName: 'June', lastName: '' },
    title: 'Dinner tonight',
    pickupLocation: 'Chelsea',
    distanceKm: 2,
    withinReach: true,
    alertedAt: hoursFromNow(-0.5),
    ...known,
  });

/** As on the home page. */
function AsDonor() {
  const person = useCurrentUser();
  useDonorPresence(person);
  return person.userType === 'donor' && <DonorAlerts />;
}

async function open(active: EmergencyRequest[] = [], at = '/') {
  const asked = reply(listActiveRequests, active);
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, me);
  const part = renderWithProviders(
    <LiveProvider onSignedOut={() => {}}>
      <main id="content" tabIndex={-1}>
        <AsDonor />
      </main>
    </LiveProvider>,
    { at, queryClient },
  );
  await hearHello();
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  await waitFor(() => expect(queryClient.getQueryData(activeRequestsQuery.queryKey)).toBeTruthy());
  return { ...part, asked };
}
const banner = () =>
  screen.findByRole('region', { name: 'Emergency Food Requests Nearby' }, { timeout: 4000 });
const noBanner = () => screen.queryByRole('region', { name: 'Emergency Food Requests Nearby' });

let warnings: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

describe('donor registration', () => {
  it('is sent once on each connection, before missed events are requested', async () => {
    await open();
    const types = () => saidLive().map(({ type }) => type);
    expect(types()).toEqual(['register_emergency_donor', 'since']);
    expect(saidLive()[0]).toMatchObject({ userId: me.id });
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    await cutSocket();
    await act(async () => vi.advanceTimersByTime(1500));
    vi.useRealTimers();
    expect(types()).toEqual([]);
    await hearHello();
    expect(types()).toEqual(['register_emergency_donor', 'since']);
  });

  it.each(['the component unmounts', 'the page is left'] as const)('is withdrawn when %s', async (what) => {
    const { queryClient } = await open();
    const line = saidLive();
    if (what === 'the component unmounts')
      await act(
        async () =>
          void queryClient.setQueryData(currentUserQuery.queryKey, aUser({ ...me, userType: 'recipient' })),
      );
    else window.dispatchEvent(new Event('pagehide'));
    await waitFor(() =>
      expect(line.map(({ type }) => type).slice(2)).toEqual(['unregister_emergency_donor']),
    );
  });
});

describe('an alert', () => {
  it('is shown immediately, with a toast for ten seconds that opens the request', async () => {
    const { user, location } = await open();
    expect(noBanner()).toBeNull();
    const alert = anAlert();
    await hear(alerted(alert));
    expect(within(await banner()).getByText('1 Emergency')).toBeTruthy();
    const toast = (await screen.findByText('3 people need urgent food assistance 2km away')).closest('li');
    expect(toast?.textContent).toContain('🚨 Emergency Food Request Nearby');
    await user.click(within(toast ?? document.body).getByRole('button', { name: 'Help Now' }));
    expect(location.history.at(-1)).toBe(`/?tab=discover&filter=emergencies&request=${alert.id}`);
    expect(window.location.hash).toBe('#emergency-help');
  });

  it('takes its toast away as soon as the donor helps, from the banner too', async () => {
    const { user } = await open([], '/?tab=discover&filter=emergencies');
    await hear(alerted(anAlert()));
    expect(await screen.findByText(/urgent food assistance/, { selector: 'li *' })).toBeTruthy();
    await user.click(within(await banner()).getByRole('button', { name: 'Help Now' }));
    expect(screen.queryByText(/urgent food assistance/, { selector: 'li *' })).toBeNull();
  });

  it('waits until the person is idle before it shifts the layout', async () => {
    await open();
    window.dispatchEvent(new Event('pointermove'));
    await hear(alerted(anAlert()));
    expect(await screen.findByText(/urgent food assistance/)).toBeTruthy();
    expect(noBanner()).toBeNull();
    await banner();
  });

  it('says “1 person needs” for a household of one', async () => {
    await open();
    await hear(alerted(anAlert({ householdSize: 1, distance: 1 })));
    expect(await screen.findByText('1 person needs urgent food assistance 1km away')).toBeTruthy();
  });

  it('says miles too, where roads are measured in them', async () => {
    const meta = document.createElement('meta');
    Object.assign(meta, { name: 'region', content: '{"country":"US","currency":"USD","usesMiles":true}' });
    document.head.append(meta);
    onTestFinished(() => meta.remove());
    await open();
    await hear(alerted(anAlert({ distance: 2 })));
    expect(await screen.findByText(/2km away \(1\.2 mi\)$/)).toBeTruthy();
  });

  it('is not added twice', async () => {
    const request = near();
    await open([request]);
    await banner();
    await hear(alerted(anAlert({ id: request.id })));
    expect(screen.queryByText(/urgent food assistance/)).toBeNull();
    expect(screen.getByText('View (1)')).toBeTruthy();
    const another = anAlert({ urgencyLevel: 'high' });
    await hear(alerted(another), alerted(another));
    expect(await screen.findByText('View (2)')).toBeTruthy();
    expect(screen.getByText('1 High Priority')).toBeTruthy();
  });

  it('has its toast although a list fetched meanwhile already shows it', async () => {
    const { queryClient } = await open();
    const request = near();
    reply(listActiveRequests, [request]);
    await act(() => queryClient.refetchQueries({ queryKey: activeRequestsQuery.queryKey }));
    await banner();
    await hear(alerted(anAlert({ id: request.id })), alerted(anAlert({ id: request.id })));
    expect(await screen.findAllByText(/urgent food assistance/, { selector: 'li *' })).toHaveLength(1);
  });

  it('is logged and ignored if malformed, without stopping later ones', async () => {
    await open();
    await hear(
      { type: 'emergency_alert', data: { ...anAlert(), distance: 'near' } },
      { type: 'emergency_alert' },
      { type: 'emergency_matched', data: { requestId: 7, status: 'matched' } },
      { type: 'emergency_fulfilled', data: null },
    );
    expect(noBanner()).toBeNull();
    expect(warnings).toHaveBeenCalledTimes(4);
    await hear(alerted(anAlert()));
    await banner();
  });
});

describe('a change of a request', () => {
  it.each([
    ['emergency_matched', 'Emergency Request Matched', 'An emergency request has been matched with a donor.'],
    [
      'emergency_fulfilled',
      'Emergency Request Fulfilled',
      'An emergency food request has been successfully completed!',
    ],
  ] as const)('%s removes a shown request, with a toast', async (type, title, sentence) => {
    const request = near();
    await open([request]);
    await banner();
    const status = type === 'emergency_matched' ? 'matched' : 'fulfilled';
    await hear(changed(type, anId(), status));
    expect(screen.queryByText(title)).toBeNull();
    await hear(changed(type, request.id, status));
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
    await waitFor(() => expect(noBanner()).toBeNull());
  });

  it('removes it without a toast for a map update, and a stale answer does not restore it', async () => {
    const request = near();
    const { queryClient } = await open([request]);
    await banner();
    await hear(changed('heat_map_update', request.id, 'cancelled'));
    await waitFor(() => expect(noBanner()).toBeNull());
    expect(screen.queryByText(/^Emergency Request/)).toBeNull();
    // Written before the request was cancelled.
    await act(() => queryClient.refetchQueries(activeRequestsQuery));
    // Longer than the longest delay.
    await act(() => new Promise((resolve) => setTimeout(resolve, 800)));
    expect(noBanner()).toBeNull();
    // Open to others again.
    await hear(changed('heat_map_update', request.id, 'pending'));
    await banner();
  });
});

describe('after a reload', () => {
  it('shows the open requests that the donor was alerted to, and no others', async () => {
    await open([near({ title: 'Soup' }), near({ title: 'Bread', alertedAt: null })]);
    const shown = within(await banner());
    expect(shown.getByText('View (1)')).toBeTruthy();
    expect(shown.queryByText('Bread')).toBeNull();
  });

  it('does not show dismissed alerts until the next round of alerts', async () => {
    const request = near();
    const { user, unmount } = await open([request]);
    await user.click(within(await banner()).getByRole('button', { name: 'View (1)' }));
    await user.click(within(await banner()).getByRole('button', { name: 'Dismiss all alerts' }));
    expect(noBanner()).toBeNull();
    expect(document.activeElement?.id).toBe('content');
    unmount();
    const again = await open([request]);
    expect(noBanner()).toBeNull();
    again.unmount();
    await open([{ ...request, alertedAt: hoursFromNow(0) }]);
    await banner();
  });

  it('has a toast for the next round of a dismissed request, and none for its open one', async () => {
    const [current, over] = [near(), near()];
    const kept = [current, over].map(({ id, alertedAt }) => [id, alertedAt, Date.now()]);
    localStorage.setItem(dismissedKey(me.id), JSON.stringify(kept));
    await open([current]);
    // what is open comes with each connection
    await hear(alerted(anAlert({ id: current.id })));
    expect(screen.queryByText(/urgent food assistance/, { selector: 'li *' })).toBeNull();
    await hear(alerted(anAlert({ id: over.id })));
    expect(await screen.findAllByText(/urgent food assistance/, { selector: 'li *' })).toHaveLength(1);
  });

  it('follows dismissals in other tabs', async () => {
    const request = near();
    await open([request]);
    await banner();
    const kept = JSON.stringify([[request.id, request.alertedAt, Date.now()]]);
    localStorage.setItem(dismissedKey(me.id), kept);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: dismissedKey(me.id) })));
    expect(noBanner()).toBeNull();
  });
});

it('opens the requests for the hash of a link', async () => {
  const { location } = await open([]);
  window.location.hash = 'emergency-help';
  act(() => void window.dispatchEvent(new Event('hashchange')));
  await waitFor(() => expect(location.history.at(-1)).toBe('/?tab=discover&filter=emergencies'));
});

it('says that alerts may be delayed while the socket is disconnected', async () => {
  await open([]);
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  await cutSocket();
  await act(async () => vi.advanceTimersByTimeAsync(2500));
  vi.useRealTimers();
  expect(
    within(await banner()).getByText('Emergency alerts may be delayed: WebSocket connection failed'),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Help Now' })).toBeNull();
});
