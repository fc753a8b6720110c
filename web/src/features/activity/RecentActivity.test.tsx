import {
  type ActivityItem,
  listActivity,
  listUserActivity,
} from '@openlarder/domain/activity/activity-contract.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { activityLabel, RecentActivity } from './RecentActivity.tsx';

const item = (over: Partial<ActivityItem>): ActivityItem => ({
  id: 'one',
  status: 'posted',
  type: 'donated',
  title: 'Rye loaves',
  category: 'baked',
  timestamp: new Date().toISOString(),
  donorName: 'Rosa D.',
  ...over,
});

it.each([
  [{ status: 'completed' }, true, 'Food pickup completed: Rye loaves'],
  [{ status: 'claimed', type: 'claimed' }, true, 'Food claimed: Rye loaves'],
  [{}, true, 'You shared Rye loaves'],
  [{ type: 'claimed' }, true, 'You claimed Rye loaves'],
  [{}, false, 'Rosa D. shared Rye loaves'],
] as const)('labels %o (own: %s) as "%s"', (over, isOwn, label) => {
  expect(activityLabel(item(over), isOwn)).toBe(label);
});

function show(of: 'me' | 'community') {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser());
  return renderWithProviders(<RecentActivity of={of} />, { queryClient });
}

it('shows the person’s last five, and an empty state without any', async () => {
  const asked = reply(listUserActivity, [item({})]);
  const { unmount } = show('me');
  expect(await screen.findByText('You shared Rye loaves')).toBeTruthy();
  expect(asked[0]?.query.get('limit')).toBe('5');
  unmount();
  const askedForAll = reply(listActivity, []);
  show('community');
  expect(await screen.findByText(/^It's quiet right now/)).toBeTruthy();
  expect(askedForAll[0]?.query.get('limit')).toBe('5');
});
