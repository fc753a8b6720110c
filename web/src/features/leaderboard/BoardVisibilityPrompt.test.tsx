import { updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { reply } from '#web/testing/api.ts';
import { aUser } from '#web/testing/people.ts';
import { aDonor, openShareTab, sharedListing } from '#web/testing/share-tab.tsx';

const hidden = (userType: 'recipient' | 'donor' = 'recipient') =>
  aDonor({ userType, leaderboardVisible: false });
const question = () => screen.queryByText('You shared food. Want neighbors to see that?');

it('asks people who start hidden once, after their first share', async () => {
  const first = await openShareTab({ me: hidden(), earlier: [sharedListing] });
  expect(await screen.findByText('You shared food. Want neighbors to see that?')).toBeTruthy();
  first.unmount();
  await openShareTab({ me: hidden(), earlier: [sharedListing] });
  await expect.poll(question).toBeNull();
});

it.each([
  ['before the first share', hidden(), []],
  ['after later ones', hidden(), [sharedListing, { ...sharedListing, id: aUser().id }]],
  ['of whom boards show from the start', hidden('donor'), [sharedListing]],
])('asks nothing %s', async (_, me, earlier) => {
  const { queryClient } = await openShareTab({ me, earlier });
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(question()).toBeNull();
});

it('shows them on the boards if they want to', async () => {
  const { user } = await openShareTab({ me: hidden(), earlier: [sharedListing] });
  const saved = reply(updateProfile, { ...hidden(), leaderboardVisible: true });
  await user.click(await screen.findByRole('button', { name: 'Show me on the leaderboard' }));
  expect(await screen.findByText(/^Your neighbors can see you on the leaderboard now\./)).toBeTruthy();
  expect(saved[0]?.body).toEqual({ leaderboardVisible: true });
});
