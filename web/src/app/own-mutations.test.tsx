import { claimListing, getClaimLimits, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import {
  createRequest,
  getRequestLimits,
  listRequests,
} from '@openlarder/domain/emergency/request-contract.ts';
import type { AnyEndpoint } from '@openlarder/domain/kernel/endpoint.ts';
import { getListing, listListings } from '@openlarder/domain/listings/listing-contract.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { listClusters } from '@openlarder/domain/map/map-contract.ts';
import {
  listConversations,
  listMessages,
  sendMessage,
} from '@openlarder/domain/messaging/message-contract.ts';
import { I18nProvider } from '@lingui/react';
import { i18n } from '@lingui/core';
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '#web/lib/call.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import type { SocketHandlers } from '#web/live/live-client.ts';
import { LiveProvider } from '#web/live/LiveProvider.tsx';
import { reply } from '#web/testing/api.ts';
import { aClaim, aListing, aMessage, anId, aRequest } from '#web/testing/samples.ts';
import { LiveRefresh } from './SignedIn.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const PLACE = { latitude: 40.75, longitude: -74 };
const AREA = { north: 40.8, south: 40.7, east: -73.9, west: -74.1, radius: 1000 };
const [conversationId, listing] = [anId(), aListing()];

/** A tab with the live socket, on whose screen everything is that the three acts change. Counts the GETs. */
async function openTab() {
  const queryClient = createQueryClient();
  let counting: string[] = [];
  const onScreen: readonly (readonly [AnyEndpoint, readonly unknown[]])[] = [
    [listListings, [...endpointKey(listListings), {}]],
    [getListing, endpointKey(getListing, { params: { id: listing.id } })],
    [listClusters, [...endpointKey(listClusters), AREA]],
    [listClaims, endpointKey(listClaims, { query: { side: 'mine' } })],
    [getClaimLimits, endpointKey(getClaimLimits)],
    [listConversations, endpointKey(listConversations)],
    [listMessages, endpointKey(listMessages, { params: { id: conversationId } })],
    [listRequests, endpointKey(listRequests, { query: { side: 'mine' } })],
    [getRequestLimits, endpointKey(getRequestLimits)],
  ];
  for (const [{ path }, queryKey] of onScreen)
    new QueryObserver(queryClient, {
      queryKey,
      queryFn: async () => {
        counting.push(path);
        await new Promise((resolve) => setTimeout(resolve, 20));
        return path === listListings.path ? { pages: [], pageParams: [] } : [];
      },
    }).subscribe(() => {});
  let socket: SocketHandlers | undefined;
  const connect = (handlers: SocketHandlers) => {
    socket = handlers;
    return { send: () => {}, close: () => {} };
  };
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <LiveProvider connect={connect} onSignedOut={() => {}}>
          <LiveRefresh />
        </LiveProvider>
      </QueryClientProvider>
    </I18nProvider>,
  );
  const hear = (message: ServerMessage) => socket?.onMessage(JSON.stringify(message));
  hear({ type: 'hello', socket: 's1' });
  await vi.advanceTimersByTimeAsync(5000);
  return {
    hear,
    /** The GETs that `act` and what follows it cause, each with its number. */
    async gets(act: () => Promise<unknown>): Promise<Record<string, number>> {
      counting = [];
      await act();
      await vi.advanceTimersByTimeAsync(10_000);
      return Object.fromEntries(
        [...new Set(counting)].map((path) => [path, counting.filter((one) => one === path).length]),
      );
    },
  };
}

const once = (...endpoints: readonly AnyEndpoint[]) =>
  Object.fromEntries(endpoints.map(({ path }) => [path, 1]));

const claim = () => call(claimListing, { params: { id: listing.id }, body: { servings: 1 } });
const AFTER_CLAIM = once(
  ...[listListings, getListing, listClusters, listClaims, getClaimLimits, listConversations, listMessages],
);

describe('an own change', () => {
  it('is fetched once, and names the tab that the server need not tell: a claim', async () => {
    const tab = await openTab();
    const asked = reply(claimListing, { claim: aClaim({ conversationId }), conversationId });
    expect(await tab.gets(claim)).toEqual(AFTER_CLAIM);
    expect(asked[0]?.headers.get('Live-Socket')).toBe('s1');
  });

  it('is fetched once: a message', async () => {
    const tab = await openTab();
    reply(sendMessage, aMessage({ conversationId }));
    const gets = await tab.gets(() =>
      call(sendMessage, { params: { id: conversationId }, body: { content: 'Six?' } }),
    );
    expect(gets).toEqual(once(listConversations, listMessages, listRequests, getRequestLimits));
  });

  it('is fetched once: a request', async () => {
    const tab = await openTab();
    reply(createRequest, aRequest());
    const gets = await tab.gets(() =>
      call(createRequest, {
        body: { title: 'Rice', householdSize: 2, pickupLocation: 'Here', ...PLACE },
      }),
    );
    expect(gets).toEqual(once(listRequests, getRequestLimits, listClusters));
  });

  it('of another tab is fetched when the server tells of it', async () => {
    const tab = await openTab();
    const gets = await tab.gets(async () => {
      tab.hear({ type: 'changed', topics: ['handovers', 'limits'], row: anId() });
      tab.hear({ type: 'new_message', row: anId(), data: { conversationId, messageId: anId() } });
    });
    expect(gets).toEqual(
      once(
        ...[listClaims, getClaimLimits, getListing, getRequestLimits],
        ...[listConversations, listMessages, listRequests],
      ),
    );
  });
});
