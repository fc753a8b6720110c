import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import type { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { feedKey } from '#web/features/listings/listings.queries.ts';
import { clustersKey } from '#web/features/map/map.queries.ts';
import { makeQueryClient } from '#web/lib/query-client.ts';
import { refreshFor, refreshFromServer, refreshWidened } from './live-refresh.ts';

const a = '0198a0aa-0000-7000-8000-00000000000a';
const b = '0198a0aa-0000-7000-8000-00000000000b';

const KEYS = {
  feed: [...feedKey, { freshness: 'all' }],
  map: [...clustersKey, { north: 1 }],
  listingA: ['/api/food-listings', a],
  listingB: ['/api/food-listings', b],
  shares: ['/api/users', b, 'food-listings', { type: 'donated' }],
  mine: ['/api/claims', { side: 'mine' }],
  limits: ['/api/users/claim-limits'],
  talks: ['/api/conversations'],
  talkA: ['/api/conversations', a, 'messages'],
  talkB: ['/api/conversations', b, 'messages'],
  bell: ['/api/notifications'],
  me: ['/api/auth/user'],
} as const;

function stocked(): QueryClient {
  const client = makeQueryClient();
  for (const [name, key] of Object.entries(KEYS))
    client.setQueryData(key, name === 'feed' ? { pages: [], pageParams: [] } : []);
  return client;
}

const stale = (client: QueryClient): string[] =>
  Object.entries(KEYS)
    .filter(([, key]) => client.getQueryState(key)?.isInvalidated)
    .map(([name]) => name);

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
  [{ type: 'new_message', id: '3', data: { conversationId: a, messageId: b } }, ['talks', 'talkA']],
  [{ type: 'conversation_read', id: '4', data: { conversationId: a, byMe: true } }, ['talks']],
  [
    { type: 'claim_update', id: '5', data: { claimId: a, listingId: a, conversationId: b, status: 'open' } },
    ['listingA', 'shares', 'mine', 'limits', 'talks', 'talkB'],
  ],
  [{ type: 'notification', id: '6', data: { notificationId: a, kind: 'listing_claimed' } }, ['bell']],
  [{ type: 'account_changed', id: '9' }, ['me']],
  [{ type: 'resync', id: '7' }, Object.keys(KEYS)],
  [{ type: 'hello', id: '8' }, []],
  [{ type: 'error', message: 'no' }, []],
];

describe('news', () => {
  it.each(TABLE)('%o makes old exactly what it is about', (message, expected) => {
    const client = stocked();
    refreshFor(client, message, (queryKey, { exact = false } = {}) => {
      void client.invalidateQueries({ queryKey, exact });
    });
    expect(stale(client)).toEqual(expected);
  });
});

describe('the first moment of listening', () => {
  it('makes old what news could have changed before, and nothing that was not fetched', () => {
    const client = stocked();
    void refreshFromServer(client);
    expect(stale(client)).toEqual([
      'feed',
      'map',
      'listingA',
      'listingB',
      'shares',
      'mine',
      'talks',
      'talkA',
      'talkB',
      'bell',
      'me',
    ]);
  });
});

describe('a wider look at the map', () => {
  it('makes old what shows parts of it', () => {
    const client = stocked();
    refreshWidened(client);
    expect(stale(client)).toEqual(['feed', 'map']);
  });
});
