import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { feedQuery } from '#web/features/listings/listings.queries.ts';
import { NO_FILTER } from '#web/features/listings/search/feed-filter.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { refreshAfterMessage, refreshFromServer, refreshWidenedArea } from './live-refresh.ts';
import { createRefetchThrottle, type RefetchQueries } from './refetch-throttle.ts';

const a = '0198a0aa-0000-7000-8000-00000000000a';
const b = '0198a0aa-0000-7000-8000-00000000000b';

const CHELSEA = { north: 40.76, south: 40.74, east: -73.98, west: -74.01 };

const KEYS = {
  feed: feedQuery(NO_FILTER).queryKey,
  map: ['/api/map/cluster', { ...CHELSEA, radius: 1000, categories: [], urgencyLevels: [] }],
  listingA: ['/api/food-listings', a],
  listingB: ['/api/food-listings', b],
  shares: ['/api/users', b, 'food-listings', { type: 'donated' }],
  mine: ['/api/claims', { side: 'mine' }],
  limits: ['/api/users/claim-limits'],
  sharing: ['/api/food-listings/limits'],
  talks: ['/api/conversations'],
  talkA: ['/api/conversations', a, 'messages'],
  talkB: ['/api/conversations', b, 'messages'],
  bell: ['/api/notifications'],
  needs: ['/api/emergency-requests/active'],
  asked: ['/api/emergency-requests', { side: 'mine' }],
  requestA: ['/api/emergency-requests', a],
  requestB: ['/api/emergency-requests', b],
  asking: ['/api/emergency-requests/asking'],
  me: ['/api/auth/user'],
} as const;

function stocked(): QueryClient {
  const client = createQueryClient();
  for (const [name, key] of Object.entries(KEYS))
    client.setQueryData(key, name === 'feed' ? { pages: [], pageParams: [] } : []);
  return client;
}

const stale = (client: QueryClient): string[] =>
  Object.entries(KEYS)
    .filter(([, key]) => client.getQueryState(key)?.isInvalidated)
    .map(([name]) => name);

const invalidating =
  (client: QueryClient): RefetchQueries =>
  (filters) =>
    void client.invalidateQueries(filters);

const A_MATCH = { requestId: a, status: 'matched' } as const;
const NEEDS_FOOD = {
  id: a,
  title: 'Dinner',
  householdSize: 3,
  urgencyLevel: 'emergency',
  pickupLocation: 'Chelsea',
  createdAt: '2026-05-01T12:00:00.000Z',
} as const;

const TABLE: readonly (readonly [ServerMessage, readonly string[]])[] = [
  [
    {
      type: 'new_food_listing',
      id: '1',
      data: { listingId: a, status: 'posted', latitude: null, longitude: null },
    },
    ['feed', 'map', 'listingA', 'shares'],
  ],
  [
    {
      type: 'heat_map_update',
      id: '2',
      data: { listingId: a, status: 'claimed', latitude: null, longitude: null },
    },
    ['feed', 'map', 'listingA', 'shares'],
  ],
  [
    { type: 'new_message', id: '3', data: { conversationId: a, messageId: b } },
    ['talks', 'talkA', 'asked', 'requestA', 'requestB'],
  ],
  [{ type: 'conversation_read', id: '4', data: { conversationId: a, byMe: true } }, ['talks']],
  [
    { type: 'handover_update', id: '5', data: { handoverId: a, conversationId: b, status: 'open' } },
    [
      ...['listingA', 'listingB', 'shares', 'mine', 'limits', 'sharing', 'talks', 'talkB', 'needs'],
      ...['asked', 'requestA', 'requestB', 'asking'],
    ],
  ],
  [
    { type: 'emergency_alert', id: '10', data: { ...NEEDS_FOOD, distance: 1.2 } },
    ['map', 'needs', 'asked', 'requestA', 'asking'],
  ],
  [{ type: 'emergency_matched', id: '11', data: A_MATCH }, ['map', 'needs', 'asked', 'requestA', 'asking']],
  [{ type: 'emergency_fulfilled', id: '12', data: A_MATCH }, ['map', 'needs', 'asked', 'requestA', 'asking']],
  [{ type: 'heat_map_update', id: '13', data: A_MATCH }, ['map', 'needs', 'asked', 'requestA', 'asking']],
  // A request changed somewhere in an area; those it concerns learn of it by a message of their own.
  [{ type: 'heat_map_update', id: '15', data: { bounds: [CHELSEA] } }, ['map', 'needs']],
  [
    {
      type: 'heat_map_update',
      id: '14',
      data: { listingId: a, status: 'claimed', latitude: 48.86, longitude: 2.35 },
    },
    ['feed', 'listingA', 'shares'],
  ],
  [{ type: 'notification', id: '6', data: { notificationId: a, kind: 'listing_claimed' } }, ['bell']],
  [{ type: 'account_changed', id: '9' }, ['limits', 'sharing', 'me']],
  [{ type: 'recognition_changed', id: '16', data: {} }, []],
  [{ type: 'expiry_alert', id: '17', data: {} }, []],
  [{ type: 'resync', id: '7' }, Object.keys(KEYS)],
  [{ type: 'hello', id: '8' }, []],
  [{ type: 'error', message: 'no' }, []],
];

describe('live messages', () => {
  it.each(TABLE)('%o makes exactly the right queries stale', (message, expected) => {
    const client = stocked();
    refreshAfterMessage(client, message, invalidating(client));
    expect(stale(client)).toEqual(expected);
  });
});

describe('a change at a place', () => {
  const staleAfter = (at: { latitude: number | null; longitude: number | null }): string[] => {
    const client = stocked();
    const message = { id: '1', data: { listingId: b, status: 'claimed', ...at } } as const;
    refreshAfterMessage(client, { type: 'heat_map_update', ...message }, invalidating(client));
    return stale(client);
  };

  it('makes the map stale if it may be part of a cluster there, not if it lies elsewhere', () => {
    const here = { latitude: 40.75, longitude: -74 };
    expect(staleAfter(here)).toEqual(['feed', 'map', 'listingB', 'shares']);
    // Beyond the edge, but within a radius of a center on this side of it.
    expect(staleAfter({ ...here, latitude: 40.7685 })).toContain('map');
    expect(staleAfter({ ...here, latitude: 40.7695 })).not.toContain('map');
    expect(staleAfter({ ...here, longitude: -73.9 })).toEqual(['feed', 'listingB', 'shares']);
    expect(staleAfter({ latitude: null, longitude: null })).toContain('map');
  });
});

describe('while the connection is lost', () => {
  it('makes stale what events could have changed, and nothing that was never fetched', () => {
    const client = stocked();
    void refreshFromServer(client);
    const places = ['feed', 'map', 'listingA', 'listingB', 'shares'];
    const others = [
      'mine',
      'talks',
      'talkA',
      'talkB',
      'bell',
      'needs',
      'asked',
      'requestA',
      'requestB',
      'asking',
      'me',
    ];
    expect(stale(client)).toEqual([...places, ...others]);
  });
});

describe('a resync', () => {
  it('fetches a first request that is under way again, because it may have been read before', async () => {
    const client = createQueryClient();
    const slow = Promise.withResolvers<string>();
    let asked = 0;
    const queryFn = () => {
      asked += 1;
      return asked === 1 ? slow.promise : 'with the new share';
    };
    const stopObserving = new QueryObserver(client, { queryKey: KEYS.mine, queryFn }).subscribe(() => {});
    const throttle = createRefetchThrottle(client);
    refreshAfterMessage(client, { type: 'resync', id: '1' }, throttle.refetch);
    slow.resolve('without it');
    await expect.poll(() => client.getQueryData(KEYS.mine)).toBe('with the new share');
    expect(asked).toBe(2);
    throttle.stop();
    stopObserving();
  });
});

describe('a larger watched area', () => {
  const staleAfter = (before: GeoBounds | null): string[] => {
    const client = stocked();
    refreshWidenedArea(client, invalidating(client), before);
    return stale(client);
  };

  it("makes stale what is reported by area: the feed, the map, the open listing, a person's listings", () => {
    expect(staleAfter(null)).toEqual(['feed', 'map', 'listingA', 'listingB', 'shares']);
    expect(staleAfter(CHELSEA)).toContain('map');
  });

  it('leaves a map whose whole area was watched before', () => {
    expect(staleAfter({ north: 41, south: 40, east: -73, west: -75 })).toEqual([
      'feed',
      'listingA',
      'listingB',
      'shares',
    ]);
  });
});
