import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { expect, it } from 'vitest';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { replyError } from '#web/testing/api.ts';
import { currentUserQuery } from './current-user.ts';

it('stores the signed-in user under the key of the endpoint', () => {
  expect(currentUserQuery.queryKey).toEqual(endpointKey(getUser));
});

it('keeps the user when the session has ended, so that screens stay until the page leaves', async () => {
  replyError(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
  const client = createQueryClient();
  const amir = { id: '0198a0aa-0000-7000-8000-00000000000a' };
  client.setQueryData([getUser.path], amir);
  await client.refetchQueries();
  await expect(client.fetchQuery({ ...currentUserQuery, staleTime: 0 })).rejects.toThrow('Unauthorized');
  expect(client.getQueryData([getUser.path])).toBe(amir);
});
