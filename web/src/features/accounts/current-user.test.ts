import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { expect, it } from 'vitest';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { currentUserQuery } from './current-user.ts';

it('stores the signed-in user under the key of the endpoint', () => {
  expect(currentUserQuery.queryKey).toEqual(endpointKey(getUser));
});
