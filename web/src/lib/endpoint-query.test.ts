import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { listClaims, listUserListings } from '@openlarder/domain/claims/claim-contract.ts';
import { getListing, listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { listMessages } from '@openlarder/domain/messaging/message-contract.ts';
import { getPerson } from '@openlarder/domain/moderation/moderation-contract.ts';
import { describe, expect, it } from 'vitest';
import { reply } from '#web/testing/api.ts';
import { endpointKey, endpointQuery, queriesOf } from './endpoint-query.ts';
import { createQueryClient } from './query-client.ts';

const id = '0198a0aa-0000-7000-8000-000000000001';

describe('the key of an endpoint', () => {
  it('is its path in parts, then its query', () => {
    expect(endpointKey(getUser)).toEqual(['/api/auth/user']);
    expect(endpointKey(listMessages, { params: { id }, query: { limit: 5 } })).toEqual([
      '/api/conversations',
      id,
      'messages',
      { limit: 5 },
    ]);
    expect(endpointKey(listClaims, { query: {} })).toEqual(['/api/claims']);
  });
});

describe('the query of an endpoint', () => {
  it('fetches once, never again by itself, and does not retry a failure', async () => {
    const client = createQueryClient();
    const heard = reply(listClaims, []);
    const query = endpointQuery(listClaims, { query: { side: 'theirs' } });
    expect(await client.fetchQuery(query)).toEqual([]);
    await client.fetchQuery(query);
    expect(heard.map(({ query: asked }) => asked.toString())).toEqual(['side=theirs']);
  });
});

describe('the queries of an endpoint', () => {
  const other = '0198a0aa-0000-7000-8000-000000000002';
  const keys = {
    list: ['/api/food-listings', { freshness: 'all' }],
    older: ['/api/food-listings', { older: true }, 'a-cursor'],
    one: ['/api/food-listings', id],
    another: ['/api/food-listings', other],
    shares: ['/api/users', id, 'food-listings', { type: 'donated' }],
    profile: ['/api/users', id],
  };
  const found = (...args: Parameters<typeof queriesOf>): string[] => {
    const client = createQueryClient();
    for (const key of Object.values(keys)) client.setQueryData(key, []);
    const all = client.getQueryCache().findAll(queriesOf(...args));
    return Object.entries(keys).flatMap(([name, key]) =>
      all.some(({ queryKey }) => queryKey === key) ? [name] : [],
    );
  };

  it('are those of its path, whatever their query, and of no other path that begins alike', () => {
    expect(found(listListings)).toEqual(['list', 'older']);
    expect(found(getListing)).toEqual(['one', 'another']);
    expect(found(getListing, { id })).toEqual(['one']);
    expect(found(listUserListings)).toEqual(['shares']);
    expect(found(getPerson)).toEqual(['profile']);
  });
});
