import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import { blockPerson, isBlockedBetween } from '#server/features/moderation/blocks/blocks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { withChangedQueries, withRawText } from '#server/test/changed-queries.ts';
import { brokenInvariants, claimsFixture } from '#server/test/factories/claims-fixture.ts';
import { longTest, sized } from '#server/test/long-run.ts';
import { proposeTime } from '../agreed-time/agree-time.ts';
import { revealAddress } from './handover-actions.ts';

const fixture = await claimsFixture();
const { ctx, clock, listing, member, person, pool } = fixture;
const ROUNDS = sized(8, 40);

/** What is left open between two people after a concurrent block. */
async function leftBetween(a: string, b: string): Promise<string[]> {
  const { rows } = await pool.query<{ left: string }>(
    `select 'open handover' as left from handover
       where status = 'open' and (giver_id, receiver_id) in (($1::uuid, $2::uuid), ($2, $1))
     union all
     select 'grant' from place_grant join exact_location using (subject_type, subject_id)
       where until > $3 and (owner_id, viewer_id) in (($1::uuid, $2::uuid), ($2, $1))`,
    [a, b, clock.now()],
  );
  return rows.map(({ left }) => left);
}

/** Everything two people can begin with each other while one blocks the other; what is left of it after all rounds. */
async function race(using: AppContext): Promise<string[]> {
  const left: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [donor, guest] = [await person(), await member()];
    const [begun, fresh, atOnce] = [
      await listing(donor),
      await listing(donor),
      await listing(donor, { sharePlaceAtOnce: true }),
    ];
    const { conversationId, handover } = await claimListing(using, guest, begun.id, 1);
    const [blocker, blocked] = round % 2 === 0 ? [donor, guest] : [guest, donor];
    await Promise.allSettled([
      claimListing(using, guest, fresh.id, 1),
      revealAddress(using, donor, conversationId),
      blockPerson(ctx, blocker, blocked.userId),
      claimListing(using, guest, atOnce.id, 1),
      sendMessage(using, guest, conversationId, 'Hello?'),
      proposeTime(using, guest, handover.id, new Date(clock.at + HOUR_MS)),
    ]);
    expect(await isBlockedBetween(ctx, donor.userId, guest.userId)).toBe(true);
    left.push(...(await leftBetween(donor.userId, guest.userId)));
  }
  return left;
}

describe('a block concurrent with everything that two people do with each other', () => {
  test('leaves no open handover and no visible address between them', async () => {
    expect(await race(ctx)).toEqual([]);
    expect(await brokenInvariants(pool)).toEqual([]);
  });

  longTest('mutant: a claim that does not lock the pair is detected', async () => {
    const unlocked = withRawText({ 'pg_advisory_xact_lock_shared(': 'abs(' });
    expect(await race(withChangedQueries(ctx, unlocked))).not.toEqual([]);
  });

  test('two simultaneous mutual blocks both succeed without a deadlock', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await person(), await person()];
      const { conversationId } = await claimListing(ctx, b, (await listing(a)).id, 1);
      await revealAddress(ctx, a, conversationId);
      const both = [
        blockPerson(ctx, a, b.userId),
        blockPerson(ctx, b, a.userId),
        blockPerson(ctx, a, b.userId),
      ];
      await Promise.all(both);
      expect(await leftBetween(a.userId, b.userId)).toEqual([]);
      const { rows } = await pool.query(
        'select from block where blocker_id = any($1) and blocked_id = any($1)',
        [[a.userId, b.userId]],
      );
      expect(rows).toHaveLength(2);
    }
  });
});
