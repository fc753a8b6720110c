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
  hear({ type: 'hello', id: 'e0' });
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

const EVENTS: readonly ServerMessage[] = [
  { type: 'heat_map_update', id: 'e1', data: { listingId: listing.id, status: 'claimed', ...PLACE } },
  { type: 'new_message', id: 'e2', data: { conversationId, messageId: anId() } },
  { type: 'handover_update', id: 'e3', data: { handoverId: anId(), conversationId, status: 'open' } },
];
const named = { 'Live-Events': EVENTS.flatMap((event) => ('id' in event ? [event.id] : [])).join(',') };
const claim = () => call(claimListing, { params: { id: listing.id }, body: { servings: 1 } });
const AFTER_CLAIM = once(
  ...[listListings, getListing, listClusters, listClaims, getClaimLimits, listConversations, listMessages],
);

describe('an own change', () => {
  it.each(['before', 'after'])(
    'is fetched once if its events arrive %s the answer: a claim',
    async (when) => {
      const tab = await openTab();
      const heard = () => EVENTS.forEach((event) => tab.hear(event));
      const answer = { claim: aClaim({ conversationId }), conversationId };
      reply(
        claimListing,
        () => {
          if (when === 'before') heard();
          return answer;
        },
        named,
      );
      const gets = await tab.gets(async () => {
        await claim();
        if (when === 'after') setTimeout(heard, 300);
      });
      expect(gets).toEqual(AFTER_CLAIM);
    },
  );

  it('is fetched once: a message', async () => {
    const tab = await openTab();
    reply(sendMessage, aMessage({ conversationId }), { 'Live-Events': 'e2' });
    const [, said] = EVENTS;
    const gets = await tab.gets(async () => {
      await call(sendMessage, { params: { id: conversationId }, body: { content: 'Six?' } });
      if (said) setTimeout(() => tab.hear(said), 300);
    });
    expect(gets).toEqual(once(listConversations, listMessages, listRequests, getRequestLimits));
  });

  it('is fetched once: a request', async () => {
    const tab = await openTab();
    const asked = aRequest();
    reply(createRequest, asked, { 'Live-Events': 'e4' });
    const gets = await tab.gets(async () => {
      await call(createRequest, {
        body: { title: 'Rice', householdSize: 2, pickupLocation: 'Here', ...PLACE },
      });
      const data = { requestId: asked.id, status: 'pending', ...PLACE } as const;
      setTimeout(() => tab.hear({ type: 'heat_map_update', id: 'e4', data }), 300);
    });
    expect(gets).toEqual(once(listRequests, getRequestLimits, listClusters));
  });

  it('is fetched again for events that the answer does not name, as of other tabs', async () => {
    const tab = await openTab();
    reply(claimListing, { claim: aClaim({ conversationId }), conversationId });
    const gets = await tab.gets(async () => {
      await claim();
      setTimeout(() => EVENTS.forEach((event) => tab.hear(event)), 300);
    });
    expect(gets[listClaims.path]).toBe(2);
  });
});

it('fetches changes by other people during an own call', async () => {
  const tab = await openTab();
  reply(
    sendMessage,
    () => {
      tab.hear({
        type: 'handover_update',
        id: 'theirs',
        data: { handoverId: anId(), conversationId, status: 'open' },
      });
      return aMessage({ conversationId });
    },
    { 'Live-Events': 'e2' },
  );
  const gets = await tab.gets(() =>
    call(sendMessage, { params: { id: conversationId }, body: { content: 'Six?' } }),
  );
  expect(gets).toMatchObject(once(listClaims, getClaimLimits, getListing));
});
