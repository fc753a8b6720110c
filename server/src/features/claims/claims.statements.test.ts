import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, test } from 'vitest';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import { makeStatementCounter } from '#server/test/count-statements.ts';
import type { TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { listClaims } from './claims.queries.ts';
import { claimListing } from './create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';

const fixture = await emergencyFixture();
const { ctx, pool, clock, newId, person, listing } = fixture;
const count = makeStatementCounter(pool);

/** The claims with what belongs to them, and the exact places that the viewer may see with who sees their own. */
const STATEMENTS = 2;
/** A helper who answers a request may not know the requester. */

/** Across a block no place is read. */

/** A statement for each would show with two. */
const SEVERAL = 4;

/** A claim on a listing with two photos and a revealed place. */
async function claimWithEverything(donor: TestCaller, guest: TestCaller): Promise<Claim> {
  const { id } = await listing(donor, { sharePlaceAtOnce: true });
  for (const position of [0, 1]) {
    const photoId = newId();
    await pool.query(
      `insert into photo (id, owner_id, state, visibility, width, height, thumbhash, created_at)
       values ($1, $2, 'ready', 'signed_in', 40, 30, 'abc', $3)`,
      [photoId, donor.userId, clock.now()],
    );
    await pool.query(
      'insert into listing_photo (listing_id, position, photo_id, caption) values ($1, $2, $3, $4)',
      [id, position, photoId, `photo ${position}`],
    );
  }
  return claimListing(ctx, guest, id, 1);
}

test('a page of claims and conversations takes no more statements than one of each', async () => {
  const [donor, guest] = [await person(), await person()];
  const read = {
    mine: async () => (await listClaims(ctx, guest, 'mine')).claims,
    theirs: async () => (await listClaims(ctx, donor, 'theirs')).claims,
    conversations: async () => (await messaging.listConversations(ctx, guest)).conversations,
  };
  const counts = async () => ({
    mine: await count.in(read.mine),
    theirs: await count.in(read.theirs),
    conversations: await count.in(read.conversations),
  });
  await claimWithEverything(donor, guest);
  const ofOne = await counts();
  while ((await read.mine()).length < SEVERAL) {
    // within the limits of open claims and of claims in a day
    const [last] = await read.mine();
    if (last?.status === 'open')
      await handovers.completeHandover(ctx, donor, last.handover.id, last.handover.code ?? '');
    clock.forward(DAY_MS);
    await claimWithEverything(donor, guest);
  }
  expect((await read.theirs()).length).toBe(SEVERAL);
  expect((await read.conversations()).length).toBe(SEVERAL);
  const ofMany = await counts();
  expect(ofMany).toEqual(ofOne);
  expect(ofMany).toMatchObject({ mine: STATEMENTS, theirs: STATEMENTS });
});
