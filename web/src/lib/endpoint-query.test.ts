import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { listMessages } from '@openlarder/domain/messaging/message-contract.ts';
import { describe, expect, it } from 'vitest';
import { reply } from '#web/testing/api.ts';
import { endpointKey, endpointQuery } from './endpoint-query.ts';
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
