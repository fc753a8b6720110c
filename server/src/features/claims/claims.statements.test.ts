import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, test } from 'vitest';
import * as emergency from '#server/features/emergency/matching/match-request.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import { makeStatementCounter } from '#server/test/count-statements.ts';
import type { TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { getClaim, listClaims } from './claims.queries.ts';
import { claimListing } from './create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';

const fixture = await emergencyFixture();
const { ctx, pool, clock, newId, member, person, listing } = fixture;
const count = makeStatementCounter(pool);

/** The claims with what belongs to them, and the exact places that the viewer may see with who sees their own. */
const STATEMENTS = 2;
/** A helper who answers a request may not know the requester. */
const OF_HELPER = 3;
/** Across a block no place is read. */
const ACROSS_BLOCK = 1;
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

/** What is sent to read a claim; the claim must be whole. */
async function statementsOf(viewer: TestCaller, { id }: Pick<Claim, 'id'>): Promise<number> {
  return count.in(async () => expect((await getClaim(ctx, viewer, id)).id).toBe(id));
}

test('one claim is presented with at most three statements: to either person, open, ended or across a block', async () => {
  const [donor, guest] = [await person(), await member()];
  const claim = await claimWithEverything(donor, guest);
  const seen = await getClaim(ctx, guest, claim.id);
  expect(seen.listing).toMatchObject({ placeShared: true, photo: { width: 40, caption: 'photo 0' } });
  expect((await getClaim(ctx, donor, claim.id)).handover.ownPlace).toBe('revealed');
  expect(await statementsOf(donor, claim)).toBe(STATEMENTS);
  expect(await statementsOf(guest, claim)).toBe(STATEMENTS);

  await moderation.blockPerson(ctx, donor, guest.userId);
  expect(await getClaim(ctx, guest, claim.id)).toMatchObject({
    status: 'released',
    listing: { placeShared: false, photo: null },
  });
  expect(await statementsOf(donor, claim)).toBe(STATEMENTS);
  expect(await statementsOf(guest, claim)).toBe(ACROSS_BLOCK);
});

test('a claim that answers a request is presented with no more than three statements, to its helper too', async () => {
  const [requester, helper] = [await person(), await fixture.donor()];
  const [request, bread] = [await fixture.ask(requester), await listing(helper)];
  const { match } = await emergency.matchRequest(ctx, helper, request.id, {
    listingId: bread.id,
    servings: 1,
  });
  const claim = { id: match?.handover.claimId ?? '' };
  expect(await statementsOf(requester, claim)).toBe(STATEMENTS);
  expect(await statementsOf(helper, claim)).toBe(OF_HELPER);
});

test('the answer to claiming is presented with at most three statements', async () => {
  const [donor, guest] = [await person(), await person()];
  const bread = await listing(donor, { sharePlaceAtOnce: true });
  const claim = async () => claimListing(ctx, guest, bread.id, 1);
  expect(await count.afterCommitIn(claim)).toBe(STATEMENTS);
});

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
