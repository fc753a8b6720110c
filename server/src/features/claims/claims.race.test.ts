import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import type { AppContext } from '#server/platform/app-context.ts';
import { withChangedQueries, withoutRowLocksOn } from '#server/test/changed-queries.ts';
import { listClaims } from './claims.queries.ts';
import { claimListing } from './create/create-claim.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { errorCode } from '#server/platform/startup-error.ts';
import { brokenInvariants, claimsFixture, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { closePersonAccount } from '#server/features/accounts/lifecycle/account-closure.ts';
import { exportAccount } from '#server/features/accounts/lifecycle/person-export.ts';
import { acceptTime, proposeTime } from '#server/features/handovers/agreed-time/agree-time.ts';
import {
  completeHandover,
  confirmComing,
  disputeHandover,
  releaseHandover,
  reportNoShow,
  revealAddress,
  sayOnMyWay,
} from '#server/features/handovers/lifecycle/handover-actions.ts';
import {
  sendHandoverQuestions,
  sendOnMyWayQuestions,
  sendPickupReminders,
} from '#server/features/handovers/reminders/reminders.ts';
import { expireListings, withdrawListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { changeListing } from '#server/features/listings/share/change-listing.ts';
import { markConversationRead } from '#server/features/messaging/conversations/mark-read.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import { longTest, sized } from '#server/test/long-run.ts';
import { expireHandovers } from '../handovers/lifecycle/end-all-handovers.ts';

const fixture = await claimsFixture();
const { ctx } = fixture;
const { clock, pool, person, listing } = fixture;

/** Rounds of acts; the number of a round is its seed. */
const ROUNDS = sized(3, 10);
const ACTS = 90;
/** How many acts run concurrently: as many as the pool has connections. */
const CONCURRENCY = 16;
const STATEMENT_TIMEOUT = '57014';
/** When one of the three closes their account. */
const LEAVES_AFTER = 2 / 3;

/** The same numbers for the same seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type World = {
  readonly people: readonly [TestCaller, TestCaller, TestCaller];
  readonly soups: readonly string[];
};

/** The expected refusals, including that of a concurrently closed account. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AppError ? error.status < 500 : errorCode(error) === 'P0401';

/** A call that waits too long for a lock on a busy machine is refused with "try again", and is repeated. */
async function patiently(act: () => Promise<unknown>): Promise<unknown> {
  for (let tries = 1; ; tries++)
    try {
      return await act();
    } catch (error) {
      if (errorCode(error) !== STATEMENT_TIMEOUT || tries === 3) throw error;
    }
}

const often = <Act>(times: number, act: Act): Act[] => Array.from({ length: times }, () => act);

/** Everything three people can do to each other's claims, and what time does. */
function actOf(
  using: AppContext,
  pick: (below: number) => number,
  { people, soups }: World,
): () => Promise<unknown> {
  const me = people[pick(3)] ?? people[0];
  const other = people[pick(3)] ?? people[1];
  const soup = soups[pick(soups.length)] ?? '';
  const onClaim = async (
    act: (handoverId: string, conversationId: string) => Promise<unknown>,
  ): Promise<unknown> => {
    const { claims: mine } = await listClaims(using, me, pick(2) ? 'mine' : 'theirs');
    const claim = mine[pick(Math.min(mine.length, 4))];
    return claim && act(claim.handover.id, claim.conversationId);
  };
  const soon = new Date(clock.at + (1 + pick(3)) * HOUR_MS);
  const acts: readonly (() => Promise<unknown>)[] = [
    ...often(4, () => claimListing(using, me, soup, 1 + pick(2))),
    () => claimListing(using, me, soup),
    ...often(2, () => onClaim((id) => releaseHandover(using, me, id))),
    ...often(5, () => onClaim((id) => completeHandover(using, me, id))),
    () => onClaim((id) => completeHandover(using, me, id, '0000')),
    ...often(3, () => onClaim((id) => disputeHandover(using, me, id, 'Never'))),
    () => onClaim((id) => reportNoShow(using, me, id)),
    () => onClaim((id) => confirmComing(using, me, id)),
    () => onClaim((id) => proposeTime(using, me, id, soon)),
    () => onClaim((id) => acceptTime(using, me, id, soon)),
    () => onClaim((id) => sayOnMyWay(using, me, id)),
    () => onClaim((id) => releaseHandover(using, me, id, 'stopped_waiting')),
    ...often(3, () => onClaim((_id, conversation) => revealAddress(using, me, conversation))),
    ...often(2, () => onClaim((_id, conversation) => sendMessage(ctx, me, conversation, 'Here'))),
    () => onClaim((_id, conversation) => markConversationRead(ctx, me, conversation)),
    () => moderation.blockPerson(ctx, me, other.userId),
    ...often(2, () => moderation.unblockPerson(ctx, me, other.userId)),
    () => withdrawListing(ctx, me, soup),
    () => changeListing(ctx, me, soup, { title: `Soup ${pick(9)}`, estimatedServings: 3 + pick(6) }),
    () => expireHandovers(using),
    () => sendPickupReminders(using),
    () => sendOnMyWayQuestions(using),
    () => sendHandoverQuestions(using),
    () => expireListings(ctx),
    () => listing(me, { sharePlaceAtOnce: true }),
    () => exportAccount(ctx, me),
    async () => clock.forward(20 * MINUTE_MS),
  ];
  return acts[pick(acts.length)] ?? (() => expireHandovers(using));
}

/** The result: unexpected failures, and violated invariants. */
async function live(using: AppContext, rounds: number): Promise<{ faults: unknown[]; broken: unknown[] }> {
  const faults: unknown[] = [];
  for (let round = 1; round <= rounds; round++) {
    const pick = seeded(round);
    const people = [await person(), await person(), await person()] as const;
    const soups: string[] = [];
    for (const who of [...people, ...people]) soups.push((await listing(who, { estimatedServings: 6 })).id);
    const queue = Array.from({ length: ACTS }, () => actOf(using, pick, { people, soups }));
    const leaver = people[round % 3] ?? people[0];
    const leave = () => inTransaction(ctx, (tx) => closePersonAccount(tx, leaver.userId));
    queue.splice(ACTS * LEAVES_AFTER, 0, leave);
    // in every other round, claims come due in between, confirmed and not
    if (round % 2 === 0)
      queue.splice(
        ACTS / 2,
        0,
        async () => clock.forward(57 * HOUR_MS),
        () => expireHandovers(using),
      );
    for (const me of people)
      for (const id of soups.slice(0, 4)) await claimListing(using, me, id, 1).catch(() => {});
    const work = async (): Promise<void> => {
      for (let act = queue.shift(); act; act = queue.shift())
        await patiently(act).catch((error: unknown) => {
          if (!isRefusal(error)) faults.push(error);
        });
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  }
  return { faults, broken: await brokenInvariants(pool) };
}

describe('three people act on each other’s claims concurrently', () => {
  test('no call fails unexpectedly, and every invariant holds', async () => {
    expect(await live(ctx, ROUNDS)).toEqual({ faults: [], broken: [] });
  });

  longTest('mutant: without locking a listing before its claims, invariants are violated', async () => {
    const unlocked = withChangedQueries(ctx, withoutRowLocksOn('food_listing'));
    const { broken } = await live(unlocked, ROUNDS);
    expect(broken).not.toEqual([]);
  });
});
