import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, test } from 'vitest';
import { makeStatementCounter } from '#server/test/count-statements.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { matchRequest } from '../matching/match-request.ts';
import { listRequests } from './request-queries.ts';

const fixture = await emergencyFixture();
const { ctx, pool, clock, person, listing } = fixture;
const count = makeStatementCounter(pool);

/** Requests that a helper answers: a statement for each would show with two. */
const SEVERAL = 4;

test('several matched requests with their handovers are presented with as many statements as one', async () => {
  const helper = await fixture.donor();
  async function match(): Promise<void> {
    const request = await fixture.ask(await person());
    const listingId = (await listing(helper)).id;
    await matchRequest(ctx, helper, request.id, { listingId, servings: 1 });
    // within the limit of matches in a day
    clock.forward(DAY_MS);
  }
  const list = async () => listRequests(ctx, helper, 'helping');
  await match();
  const ofOne = await count.in(list);
  while ((await list()).length < SEVERAL) await match();
  expect((await list()).every((each) => each.match?.handover.claimId)).toBe(true);
  expect(await count.in(list)).toBe(ofOne);
});
