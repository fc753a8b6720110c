import { setTimeout as sleep } from 'node:timers/promises';
import { claimListingSpec } from '@openlarder/domain/claims/claim-schemas.ts';
import { errorBodySchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { ChangeListing } from '@openlarder/domain/listings/listing-contract.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { expireListings } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import { getClaim } from '../claims.queries.ts';
import { brokenInvariants, claimsFixture, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { claimListing } from './create-claim.ts';
import { takeWhatWasRead, withChangedQueries } from '#server/test/changed-queries.ts';
import { sized } from '#server/test/long-run.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, listing, pool } = fixture;
const address = await fixture.listen();

afterEach(async () => {
  expect(await brokenInvariants(pool)).toEqual([]);
});

const SERVINGS = 50;
const PART = 3;
const WINNERS = Math.floor(SERVINGS / PART);
const LEFT = SERVINGS - WINNERS * PART;
const GUESTS = sized(40, 200);

type Answer = { status: number; body: unknown };
/** A request on a socket of its own, so that many run concurrently. */
async function send(
  who: TestCaller,
  method: 'POST' | 'PATCH',
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      cookie: who.cookie,
      origin: fixture.origin,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
const claimPart = (who: TestCaller, listingId: string, servings = PART): Promise<Answer> =>
  send(who, 'POST', `/api/food-listings/${listingId}/claim`, { servings });
const change = (who: TestCaller, listingId: string, body: ChangeListing): Promise<Answer> =>
  send(who, 'PATCH', `/api/food-listings/${listingId}`, body);
const withdraw = (who: TestCaller, listingId: string): Promise<Answer> =>
  send(who, 'POST', `/api/food-listings/${listingId}/withdraw`);

const people = (count: number): Promise<TestCaller[]> =>
  Promise.all(Array.from({ length: count }, () => person()));
const codeOf = ({ body }: Answer): string | undefined => errorBodySchema.safeParse(body).data?.code;
const isMade = ({ status }: Answer): boolean => status === 201;
const inHours = (hours: number): string => new Date(clock.at + hours * HOUR_MS).toISOString();

async function sharedInBulk(changes: Parameters<typeof listing>[1] = {}) {
  const { caller, cookie } = await fixture.createPerson({
    userType: 'donor',
    organizationName: 'Elm Bakery',
  });
  const donor: TestCaller = { ...caller, cookie };
  const bulk = { isBulk: true, urgencyLevel: 'high' as const, estimatedServings: SERVINGS };
  return { donor, bread: await listing(donor, { ...bulk, ...changes }) };
}

/** A listing's servings as stored, to be compared with a sum of its claims. */
async function booksOf(listingId: string) {
  const { rows } = await pool.query<
    Record<'estimated' | 'left' | 'open' | 'completed' | 'conversations', number>
  >(
    `select estimated_servings as estimated, servings_left as left,
       coalesce(sum(servings) filter (where handover.status = 'open'), 0)::int as open,
       coalesce(sum(servings) filter (where handover.status = 'completed'), 0)::int as completed,
       count(distinct conversation_id)::int as conversations
     from food_listing as listing left join claim on claim.listing_id = listing.id
       left join handover on handover.id = claim.handover_id
     where listing.id = $1 group by listing.id`,
    [listingId],
  );
  return rows[0];
}

describe(`${GUESTS} people claim three of fifty servings concurrently`, () => {
  test('sixteen succeed, each with a conversation and a handover of their own, and all invariants hold', async () => {
    const { donor, bread } = await sharedInBulk();
    const guests = await people(GUESTS);
    const answers = await Promise.all(guests.map((guest) => claimPart(guest, bread.id)));

    const lost = answers.filter((answer) => !isMade(answer));
    expect(lost).toHaveLength(GUESTS - WINNERS);
    for (const answer of lost) expect([answer.status, codeOf(answer)]).toEqual([409, 'not-enough']);
    const made = answers.filter(isMade).map(({ body }) => claimListingSpec.responses[201].parse(body));
    expect(made.every(({ claim }) => claim.servings === PART)).toBe(true);
    expect(new Set(made.map(({ conversationId }) => conversationId)).size).toBe(WINNERS);
    const [taken, shared] = [WINNERS * PART, { estimated: SERVINGS, left: LEFT, conversations: WINNERS }];
    expect(await booksOf(bread.id)).toEqual({ ...shared, open: taken, completed: 0 });

    const handed = await Promise.all(
      made.map(({ claim: { handover } }) =>
        send(donor, 'POST', `/api/handovers/${handover.id}/complete`, { code: handover.code }),
      ),
    );
    expect(handed.map(({ status }) => status)).toEqual(made.map(() => 200));
    expect(await booksOf(bread.id)).toEqual({ ...shared, open: 0, completed: taken });
    expect(await getListing(ctx, donor, bread.id)).toMatchObject({
      status: 'posted',
      servingsLeft: LEFT,
    });

    expect((await withdraw(donor, bread.id)).status).toBe(200);
    expect(await getListing(ctx, donor, bread.id)).toMatchObject({
      status: 'completed',
      servingsLeft: 0,
      estimatedServings: taken,
    });
  });

  test('mutant: checking first and writing afterwards is detected', async () => {
    const mutant = withChangedQueries(ctx, takeWhatWasRead);
    const { bread } = await sharedInBulk();
    const guests = await people(GUESTS);
    const answers = await Promise.allSettled(
      guests.map((guest) => claimListing(mutant, guest, bread.id, PART)),
    );
    const promised = answers.filter(({ status }) => status === 'fulfilled').length * PART;
    expect(promised).toBeGreaterThan(SERVINGS);
    expect(await brokenInvariants(pool)).not.toEqual([]);
    await pool.query('delete from food_listing');
  });
});

test('people who claim different numbers of servings get numbers that add up, and are refused only if too few are left', async () => {
  for (let round = 0; round < sized(3, 5); round++) {
    const { bread } = await sharedInBulk({ estimatedServings: 20 });
    const wanted = [7, 6, 5, 4, 3, 2, 1, 1, 1, 20];
    const guests = await people(wanted.length);
    const answers = await Promise.all(guests.map((guest, nth) => claimPart(guest, bread.id, wanted[nth])));
    const got = wanted.filter((_, nth) => answers[nth]?.status === 201);
    const { left = -1 } = (await booksOf(bread.id)) ?? {};
    expect(got.reduce((sum, each) => sum + each, 0)).toBe(20 - left);
    // every refused person wanted more than is left now
    const refused = wanted.filter((_, nth) => answers[nth]?.status === 409);
    expect(got.length + refused.length).toBe(wanted.length);
    for (const servings of refused) expect(servings).toBeGreaterThan(left);
  }
});

/** Delays of one act after the others, so that they meet at every point. */
const WAITS_MS = Array.from({ length: sized(4, 20) }, (_, nth) => nth * sized(12, 2));
async function after<Result>(waitMs: number, act: () => Promise<Result>): Promise<Result> {
  await sleep(waitMs);
  return act();
}

/** The states that were announced for a listing, in order. */
async function toldOf(listingId: string): Promise<string[]> {
  const { rows } = await pool.query<{ status: string }>(
    `select payload->>'status' as status from live_event
     where kind = 'listing_changed' and payload->>'listingId' = $1 order by number`,
    [listingId],
  );
  return rows.map(({ status }) => status);
}

describe('a donor who changes a listing while it is being claimed', () => {
  test('never offers fewer servings than are claimed, and no serving is promised twice', async () => {
    for (const waitMs of WAITS_MS) {
      const { donor, bread } = await sharedInBulk({ estimatedServings: 20 });
      const guests = await people(10);
      const [changed, ...answers] = await Promise.all([
        after(waitMs, () => change(donor, bread.id, { estimatedServings: 9 })),
        ...guests.map((guest) => claimPart(guest, bread.id)),
      ]);
      expect(answers.filter((answer) => ![201, 409].includes(answer.status))).toEqual([]);
      const taken = answers.filter(isMade).length * PART;
      if (changed.status === 200) expect((await booksOf(bread.id))?.estimated).toBe(9);
      // too many claims came first
      else expect([changed.status, codeOf(changed)]).toEqual([422, 'check-fields']);
      expect(taken).toBe(changed.status === 200 ? 9 : 18);
      expect(await brokenInvariants(pool)).toEqual([]);
    }
  });

  test('moves it before the first claim or not at all', async () => {
    for (const waitMs of WAITS_MS) {
      const { donor, bread } = await sharedInBulk({ sharePlaceAtOnce: true });
      const guests = await Promise.all(Array.from({ length: 6 }, () => fixture.member()));
      const [moved, ...answers] = await Promise.all([
        after(waitMs, () =>
          change(donor, bread.id, { pickupLocation: '5 Elm Street', availableUntil: inHours(4) }),
        ),
        ...guests.map((guest) => claimPart(guest, bread.id)),
      ]);
      if (moved.status !== 200) expect([moved.status, codeOf(moved)]).toEqual([409, 'has-claims']);
      const is = moved.status === 200 ? '5 Elm Street' : bread.pickupLocation;
      for (const [nth, answer] of answers.entries()) {
        const { claim } = claimListingSpec.responses[201].parse(answer.body);
        const guest = guests[nth] ?? donor;
        const { listing: seen } = await getClaim(ctx, guest, claim.id);
        expect(seen).toMatchObject({ placeShared: true, pickupLocation: is });
      }
    }
  });

  test('withdraws it in another tab: it is withdrawn, regardless of the change', async () => {
    for (const waitMs of WAITS_MS) {
      const { donor, bread } = await sharedInBulk();
      const [changed, withdrawn] = await Promise.all([
        change(donor, bread.id, { title: 'Rolls', estimatedServings: 60 }),
        after(waitMs / 4, () => withdraw(donor, bread.id)),
      ]);
      expect(withdrawn.status).toBe(200);
      const now = await getListing(ctx, donor, bread.id);
      if (changed.status === 200) expect(now).toMatchObject({ title: 'Rolls', estimatedServings: 60 });
      else {
        expect([changed.status, codeOf(changed)]).toEqual([409, 'not-posted']);
        expect(now).toMatchObject({ title: bread.title, estimatedServings: SERVINGS });
      }
      expect(now.status).toBe('withdrawn');
    }
  });

  test('extends it just as its time ends: it is either posted or expired', async () => {
    for (const waitMs of WAITS_MS) {
      const { donor, bread } = await sharedInBulk({ availableUntil: inHours(1) });
      clock.forward(HOUR_MS);
      const until = inHours(2);
      const [extended] = await Promise.all([
        change(donor, bread.id, { availableUntil: until }),
        after(waitMs / 4, () => expireListings(ctx)),
      ]);
      const told = await toldOf(bread.id);
      if (extended.status === 200) expect(told).toEqual(['posted', 'posted']);
      else {
        expect([extended.status, codeOf(extended)]).toEqual([409, 'not-posted']);
        expect(told).toEqual(['posted', 'expired']);
      }
      await expireListings(ctx);
      expect(await getListing(ctx, donor, bread.id)).toMatchObject(
        extended.status === 200
          ? { status: 'posted', availableUntil: until }
          : { status: 'expired', availableUntil: bread.availableUntil },
      );
    }
  });
});
