import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { expect, it } from 'vitest';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { currentUserQuery } from './current-user.ts';

it('keeps the signed-in person under the key that the contract gives', () => {
  expect(currentUserQuery.queryKey).toEqual(endpointKey(getUser));
});
