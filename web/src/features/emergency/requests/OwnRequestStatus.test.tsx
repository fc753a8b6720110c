import { listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { getRequestLimits, listRequests } from '@openlarder/domain/emergency/request-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { formatDayTime } from '#web/lib/format.ts';
import { reply } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { june } from '#web/testing/request-dialog.tsx';
import {
  aClaim,
  aMatchedRequest,
  anId,
  aRequest,
  hoursFromNow,
  someRequestLimits,
} from '#web/testing/samples.ts';
import { myRequestsQuery } from '../emergency.queries.ts';
import { OwnRequestStatus } from './OwnRequestStatus.tsx';

function render(at = '/') {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, june());
  return renderWithProviders(<OwnRequestStatus />, { at, queryClient });
}
const announced = () => screen.getByRole('status').textContent;
const link = (name: string) => screen.findByRole('link', { name });

it('says that neighbors are asked, without a number, and has help lines one tap away', async () => {
  reply(listRequests, [aRequest({ alertedAt: hoursFromNow(-1) })]);
  reply(getRequestLimits, someRequestLimits());
  const { user, container } = render();
  const asking = await link("We're on it");
  expect(asking.getAttribute('href')).toBe('/?tab=profile&room=requests');
  expect(announced()).toBe("We're asking neighbors nearby");
  expect(container.textContent).not.toMatch(/\d/);
  await user.click(screen.getByRole('button', { name: 'Help lines' }));
  expect(await link('Call 211')).toBeTruthy();
});

it('names the helper immediately, and the next step', async () => {
  const request = aRequest();
  reply(listRequests, [request]);
  const { queryClient } = render();
  await link("We're on it");
  const matched = aMatchedRequest({ id: request.id });
  queryClient.setQueryData(myRequestsQuery.queryKey, [matched]);
  expect(await screen.findByRole('region', { name: 'Ana R. is helping you' })).toBeTruthy();
  // it stands before the page's own heading
  expect(screen.queryByRole('heading')).toBeNull();
  expect(announced()).toBe('Ana R. is helping you');
  expect((await link('Write to Ana R.')).getAttribute('href')).toBe(
    `/?tab=messages&conversation=${matched.match?.conversationId}`,
  );
  expect(screen.getByRole('button', { name: 'Share my address' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Meet somewhere else' })).toBeTruthy();
});

it('shows the claimed food and what it contains instead of asking where to meet', async () => {
  const claim = aClaim({}, { allergens: ['celery', 'gluten'] });
  reply(listClaims, [claim]);
  reply(listRequests, [aMatchedRequest({}, {}, { claimId: claim.id, listingId: anId(), title: 'Stew' })]);
  render();
  expect((await screen.findByText('Stew')).closest('p')?.textContent).toBe(
    "“Stew” is saved for you. You pick it up at Ana's.",
  );
  expect(await screen.findByText('Contains celery and gluten')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Share my address' })).toBeNull();
  expect(await link('See the ticket')).toBeTruthy();
});

it('is one line once both have written, and in other conversations', async () => {
  const request = aMatchedRequest({}, { silentAt: null });
  reply(listRequests, [request]);
  const { unmount } = render();
  expect((await link('Ana R. is helping you Plan a time')).getAttribute('href')).toBe(
    `/?tab=messages&request=${request.id}`,
  );
  expect(screen.queryByRole('heading')).toBeNull();
  unmount();
  reply(listRequests, [aMatchedRequest()]);
  render(`/?tab=messages&conversation=${anId()}`);
  expect(await link('Ana R. is helping you')).toBeTruthy();
  expect(screen.queryByRole('heading')).toBeNull();
});

it('says once where food is brought to', async () => {
  reply(listRequests, [aMatchedRequest({ meetingPoint: 'Penn Station' })]);
  render();
  expect(await screen.findByText('Meet Ana here: Penn Station')).toBeTruthy();
  expect(screen.getAllByText(/Penn Station/)).toHaveLength(1);
});

it('says and announces what the helper proposes, and that they are on the way', async () => {
  const time = hoursFromNow(2);
  const proposed = aMatchedRequest({}, { silentAt: null }, { proposal: { time, by: 'giver' } });
  reply(listRequests, [proposed]);
  const { queryClient } = render();
  const asks = `Ana proposes ${formatDayTime(time, Date.now())}. Does that work?`;
  expect((await link(`Ana R. is helping you ${asks}`)).getAttribute('href')).toContain(proposed.id);
  expect(announced()).toBe(`Ana R. is helping you. ${asks}`);
  const coming = aMatchedRequest(
    { id: proposed.id },
    { silentAt: null },
    { agreedTime: hoursFromNow(0), giverOnMyWayAt: hoursFromNow(0) },
  );
  queryClient.setQueryData(myRequestsQuery.queryKey, [coming]);
  expect(await link('Ana R. is helping you Ana is on the way')).toBeTruthy();
  expect(announced()).toBe('Ana R. is helping you. Ana is on the way');
});

it('only announces it where it stands already: beside the request, and in its conversation', async () => {
  const request = aMatchedRequest();
  reply(listRequests, [request]);
  for (const at of [
    '/?tab=profile&room=requests',
    `/?tab=messages&conversation=${request.match?.conversationId}`,
  ]) {
    const { unmount } = render(at);
    await waitFor(() => expect(announced()).toBe('Ana R. is helping you'));
    expect(screen.queryByRole('link')).toBeNull();
    unmount();
  }
});

it('is silent when it is over', async () => {
  reply(listRequests, [{ ...aMatchedRequest(), status: 'fulfilled' }]);
  const { queryClient } = render();
  await waitFor(() => expect(queryClient.getQueryData(myRequestsQuery.queryKey)).toBeTruthy());
  expect(screen.queryByRole('link')).toBeNull();
  expect(announced()).toBe('');
});
