import { listRequests } from '@openlarder/domain/emergency/request-contract.ts';
import { listAds } from '@openlarder/domain/ads/ad-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { reply } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aRequest } from '#web/testing/samples.ts';
import { HomeAdContent } from './HomeAdContent.tsx';

beforeEach(() => setCommunity(aCommunity()));

function open(at: string, own: Parameters<typeof aRequest>[0] | null = null) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser({ userType: 'donor' }));
  reply(listRequests, own ? [aRequest(own)] : []);
  const asked = reply(listAds, []);
  renderWithProviders(<HomeAdContent location="home-page" nth={0} />, { at, queryClient });
  return { asked, queryClient };
}

it.each(['/', '/?freshness=urgent', '/?tab=share'])('is an ad for the kind of person at %s', async (at) => {
  const { asked } = open(at);
  expect(await screen.findByRole('note')).toBeTruthy();
  expect(asked[0]?.query.get('userType')).toBe('donor');
});

it.each([
  ['the requests of others', '/?filter=emergencies', null],
  ['one request', '/?tab=discover&request=0198a0aa-0000-7000-8000-000000000001', null],
  ['their own requests', '/?tab=profile&room=requests', null],
  ['the form', '/?ask=1', null],
  ['anything, with a request of their own open', '/', { status: 'pending' }],
  ['anything, while being helped', '/', { status: 'matched' }],
] as const)('is hidden from a person who looks at %s', async (_what, at, own) => {
  const { asked, queryClient } = open(at, own);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('note')).toBeNull();
  expect(asked).toEqual([]);
});
