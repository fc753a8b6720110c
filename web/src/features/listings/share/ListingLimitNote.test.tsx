import type { TrustLevel } from '@openlarder/domain/accounts/trust.ts';
import { getListingLimits } from '@openlarder/domain/listings/listing-contract.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { hoursFromNow } from '#web/testing/samples.ts';
import { ListingLimitNote } from './ShareNotices.tsx';

const shared = (listingsInLastDay: number, level: TrustLevel = 'member') => ({
  listingsInLastDay,
  maxListingsPerDay: 15,
  nextAt: listingsInLastDay < 15 ? null : hoursFromNow(1),
  level,
});

function open({ emailVerified = true, sendsMail = true } = {}) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ emailVerified }));
  setCommunity(aCommunity({ sendsMail }));
  return renderWithProviders(<ListingLimitNote />, { queryClient });
}

it('says near the limit how many more can be shared, and nothing before', async () => {
  reply(getListingLimits, shared(11));
  const { queryClient } = open();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText(/You can share/)).toBeNull();
  reply(getListingLimits, shared(12));
  await act(() => queryClient.refetchQueries());
  expect(await screen.findByText(/You can share 3 more listings today\./)).toBeTruthy();
});

it('says when the next one can be shared, and takes it back by itself once it can', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const asked = reply(getListingLimits, shared(15));
  open();
  expect(
    await screen.findByText(
      /You've shared 15 listings in 24 hours\. Thank you! You can share the next one \w+ at \d/,
    ),
  ).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(59 * 60_000));
  expect(asked).toHaveLength(1);
  reply(getListingLimits, shared(14));
  await act(() => vi.advanceTimersByTimeAsync(90_000));
  expect(await screen.findByText(/You can share 1 more listing today\./)).toBeTruthy();
});

it('asks for it once where no limit is reached', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const asked = reply(getListingLimits, shared(14));
  open();
  await screen.findByText(/You can share 1 more listing today\./);
  await act(() => vi.advanceTimersByTimeAsync(24 * 3_600_000));
  expect(asked).toHaveLength(1);
});

it.each([
  ['a first day', 'new', {}, 'After your first day here, you can share more.'],
  ['a confirmed email', 'new', { emailVerified: false }, 'Confirm your email to share more.'],
  [
    'a first day, where no mail is sent',
    'new',
    { emailVerified: false, sendsMail: false },
    'After your first day here, you can share more.',
  ],
  ['a few neighbors', 'member', {}, "Once you've met a few neighbors, you can share more."],
] as const)('says that there is more after %s', async (_what, level, who, sentence) => {
  reply(getListingLimits, shared(14, level));
  open(who);
  expect(
    await screen.findByText(new RegExp(`today\\. ${sentence.replaceAll('.', String.raw`\.`)}$`)),
  ).toBeTruthy();
});

it('promises no more to a known person', async () => {
  reply(getListingLimits, shared(14, 'known'));
  open();
  expect(await screen.findByText(/today\.\s*$/)).toBeTruthy();
});
