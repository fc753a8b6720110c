import { claimListingSpec } from '@openlarder/domain/claims/claim-schemas.ts';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { errorBodySchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { getClaim } from '../claims.queries.ts';
import { brokenInvariants, claimsFixture, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { takeWhatWasRead, withChangedQueries } from '#server/test/changed-queries.ts';
import { sized } from '#server/test/long-run.ts';
import { claimListing } from './create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { withdrawListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';

const fixture = await claimsFixture();
const { ctx, person, listing, pool } = fixture;

type Answer = {
  status: number;
  code: string | undefined;
  conversationId: string | undefined;
  claimId: string | undefined;
};

const address = await fixture.listen();

/** A request on a socket of its own, so that many run concurrently. */
async function post(who: TestCaller, path: string, key?: string): Promise<Answer> {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: {
      cookie: who.cookie,
      origin: fixture.origin,
      ...(key && { 'idempotency-key': key }),
    },
  });
  const body: unknown = await response.json();
  const made = claimListingSpec.responses[201].safeParse(body).data;
  return {
    status: response.status,
    code: errorBodySchema.safeParse(body).data?.code,
    conversationId: made?.conversationId,
    claimId: made?.claim.id,
  };
}
const claimPath = (id: string): string => `/api/food-listings/${id}/claim`;
const people = (count: number): Promise<TestCaller[]> =>
  Promise.all(Array.from({ length: count }, () => person()));

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : String(error));
const counted = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

/** Sixty people claim the same listing concurrently; everything that results. */
async function rush(
  claim: (guest: TestCaller, listingId: string) => Promise<Answer>,
): Promise<{ answers: Answer[]; conversations: number; broken: unknown[] }> {
  const donor = await person();
  const soup = await listing(donor, { estimatedServings: 6 });
  const guests = await people(60);
  const answers = await Promise.all(guests.map((guest) => claim(guest, soup.id)));
  const { rows } = await pool.query('select id from conversation where listing_id = $1', [soup.id]);
  return { answers, conversations: rows.length, broken: await brokenInvariants(pool) };
}

describe('sixty people claim one listing concurrently', () => {
  test('one succeeds, fifty-nine get not-available, and all invariants hold', async () => {
    for (let round = 0; round < sized(1, 5); round++) {
      const { answers, conversations, broken } = await rush((guest, id) => post(guest, claimPath(id)));
      expect([counted(answers, 201), counted(answers, 409)]).toEqual([1, 59]);
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'not-available']));
      expect(conversations).toBe(1);
      expect(broken).toEqual([]);
    }
  });

  test('mutant: checking first and writing afterwards is detected', async () => {
    const mutant = withChangedQueries(ctx, takeWhatWasRead);
    const { answers, broken } = await rush(async (guest, id) => {
      const made = await claimListing(mutant, guest, id).catch(codeOf);
      const isMade = typeof made === 'object';
      return {
        status: isMade ? 201 : 409,
        code: isMade ? undefined : made,
        claimId: isMade ? made.id : undefined,
        conversationId: isMade ? made.conversationId : undefined,
      };
    });
    expect(counted(answers, 201)).toBeGreaterThan(1);
    expect(broken).not.toEqual([]);
    await pool.query('delete from food_listing');
  });
});

describe('concurrently', () => {
  afterEach(async () => {
    expect(await brokenInvariants(pool)).toEqual([]);
  });

  test('servings for five of thirty go to exactly five', async () => {
    const soup = await listing(await person(), { estimatedServings: 5 });
    const guests = await people(30);
    const answers = await Promise.all(
      guests.map((guest) => claimListing(ctx, guest, soup.id, 1).catch((error: unknown) => error)),
    );
    const refused = answers.filter((answer) => answer instanceof Error);
    expect(refused).toHaveLength(25);
    expect(refused.every((error) => 'code' in error && error.code === 'not-available')).toBe(true);
  });

  test('one person’s claims on ten listings end in three', async () => {
    for (let round = 0; round < 6; round++) {
      const guest = await person();
      const offered = await Promise.all((await people(10)).map((donor) => listing(donor)));
      const answers = await Promise.all(offered.map(({ id }) => post(guest, claimPath(id))));
      expect([counted(answers, 201), counted(answers, 409)]).toEqual([3, 7]);
      expect(new Set(answers.flatMap(({ code }) => code ?? []))).toEqual(new Set(['claim-limit']));
    }
  });

  test('one person claiming the same listing ten times has one claim, with an idempotency key and without', async () => {
    for (const key of ['a-key', undefined]) {
      const [donor, guest] = [await person(), await person()];
      const soup = await listing(donor, { estimatedServings: 3 });
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => post(guest, claimPath(soup.id), key)),
      );
      expect(counted(answers, 201)).toBe(10);
      expect(new Set(answers.map(({ claimId }) => claimId)).size).toBe(1);
      const { rows } = await pool.query('select id from claim where listing_id = $1', [soup.id]);
      expect(rows).toHaveLength(1);
    }
  });

  test('a release and a handover: exactly one happens, and the servings follow it', async () => {
    for (let round = 0; round < 15; round++) {
      const [donor, guest] = [await person(), await person()];
      const soup = await listing(donor, { estimatedServings: 2 });
      const claim = await claimListing(ctx, guest, soup.id);
      const [released, completed] = await Promise.allSettled([
        handovers.releaseHandover(ctx, guest, claim.handover.id),
        handovers.completeHandover(ctx, donor, claim.handover.id, claim.handover.code),
      ]);
      expect([released.status, completed.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      expect((await getListing(ctx, donor, soup.id)).status).toBe(
        released.status === 'fulfilled' ? 'posted' : 'completed',
      );
    }
  });

  test('both sides’ confirmations complete the claim once', async () => {
    const [donor, guest] = [await person(), await person()];
    const claim = await claimListing(ctx, guest, (await listing(donor)).id);
    await Promise.all([donor, guest].map((who) => handovers.completeHandover(ctx, who, claim.handover.id)));
    expect(await getClaim(ctx, guest, claim.id)).toMatchObject({ status: 'completed' });
    const { rows } = await pool.query(
      `select id from message where conversation_id = $1 and event = 'completed'`,
      [claim.conversationId],
    );
    expect(rows).toHaveLength(1);
  });

  test('twenty wrong codes lock the ticket at five', async () => {
    const [donor, guest] = [await person(), await person()];
    const claim = await claimListing(ctx, guest, (await listing(donor)).id);
    const wrong = claim.handover.code === '0000' ? '0001' : '0000';
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => handovers.completeHandover(ctx, donor, claim.handover.id, wrong)),
    );
    const codes = tries.map((each) => (each.status === 'rejected' ? codeOf(each.reason) : 'fine'));
    expect(codes.filter((code) => code === 'check-fields')).toHaveLength(5);
    expect(codes.filter((code) => code === 'code-locked')).toHaveLength(15);
  });

  test('withdrawals, claims and releases in any order keep the count of every serving', async () => {
    for (let round = 0; round < 10; round++) {
      const donor = await person();
      const soup = await listing(donor, { estimatedServings: 4 });
      const guests = await people(6);
      await Promise.allSettled([
        ...guests.map(async (guest) => {
          const claim = await claimListing(ctx, guest, soup.id, 1);
          await handovers.releaseHandover(ctx, guest, claim.handover.id);
        }),
        withdrawListing(ctx, donor, soup.id),
      ]);
      expect(await brokenInvariants(pool)).toEqual([]);
    }
  });
});
