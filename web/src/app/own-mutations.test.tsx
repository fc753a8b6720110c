import { claimListing, getClaimLimits, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { getRequestLimits } from '@openlarder/domain/emergency/request-contract.ts';
import { listConversations } from '@openlarder/domain/messaging/message-contract.ts';
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '#web/lib/call.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { LiveProvider } from '#web/live/LiveProvider.tsx';
import { reply } from '#web/testing/api.ts';
import { hear, hearHello } from '#web/testing/live.ts';
import { aClaim, anId } from '#web/testing/samples.ts';
import { LiveRefresh } from './SignedIn.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const conversationId = anId();

it('an own change is fetched once, and names its tab; one of another tab is fetched when the server tells of it', async () => {
  const queryClient = createQueryClient();
  let gets: string[] = [];
  for (const [path, queryKey] of [
    [listClaims.path, endpointKey(listClaims, { query: { side: 'mine' } })] as const,
    ...[getClaimLimits, listConversations, getRequestLimits].map(
      (endpoint) => [endpoint.path, endpointKey(endpoint)] as const,
    ),
  ])
    new QueryObserver(queryClient, {
      queryKey,
      queryFn: async () => {
        gets.push(path);
        await new Promise((resolve) => setTimeout(resolve, 20));
        return [];
      },
    }).subscribe(() => {});
  render(
    <QueryClientProvider client={queryClient}>
      <LiveProvider onSignedOut={() => {}}>
        <LiveRefresh />
      </LiveProvider>
    </QueryClientProvider>,
  );
  await hearHello();
  await vi.advanceTimersByTimeAsync(5000);

  gets = [];
  const asked = reply(claimListing, { claim: aClaim({ conversationId }), conversationId });
  await call(claimListing, { params: { id: anId() }, body: { servings: 1 } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(gets.toSorted()).toEqual(
    [listClaims, getClaimLimits, listConversations].map(({ path }) => path).toSorted(),
  );
  expect(asked[0]?.headers.get('Live-Socket')).toBe('s1');

  gets = [];
  await hear(
    { type: 'changed', topics: ['limits'], row: anId() },
    { type: 'new_message', row: anId(), data: { conversationId, messageId: anId() } },
  );
  await vi.advanceTimersByTimeAsync(10_000);
  expect(gets.toSorted()).toEqual(
    [getClaimLimits, getRequestLimits, listConversations].map(({ path }) => path).toSorted(),
  );
});
