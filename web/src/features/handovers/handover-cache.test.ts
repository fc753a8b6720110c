import { expect, it } from 'vitest';
import { createQueryClient } from '#web/lib/query-client.ts';
import { aClaim, aMatchedRequest, hoursFromNow } from '#web/testing/samples.ts';
import { cacheHandover } from './handover-cache.ts';

it('is written into every cached claim and request that has it, and into no other', () => {
  const client = createQueryClient();
  const [claim, other] = [aClaim(), aClaim()];
  const request = aMatchedRequest({}, {}, { id: claim.handover.id });
  const keys = {
    first: ['/api/claims', { side: 'mine' }],
    older: ['/api/claims', { side: 'mine', older: true }],
    requests: ['/api/emergency-requests', { side: 'mine' }],
    limits: ['/api/users/claim-limits'],
  };
  client.setQueryData(keys.first, { items: [claim, other], olderCursor: null });
  client.setQueryData(keys.older, { pages: [{ items: [claim] }], pageParams: [null] });
  client.setQueryData(keys.requests, [request]);
  client.setQueryData(keys.limits, { openClaims: 1 });
  const endedAt = hoursFromNow(0);
  const handover = { ...claim.handover, status: 'completed', endedAt } as const;
  cacheHandover(client, handover);
  const ended = { ...claim, status: 'completed', endedAt, handover };
  expect(client.getQueryData(keys.first)).toEqual({ items: [ended, other], olderCursor: null });
  expect(client.getQueryData(keys.older)).toEqual({ pages: [{ items: [ended] }], pageParams: [null] });
  // The request's own status comes with the refetch.
  expect(client.getQueryData(keys.requests)).toEqual([{ ...request, match: { ...request.match, handover } }]);
  expect(client.getQueryData(keys.limits)).toEqual({ openClaims: 1 });
});
