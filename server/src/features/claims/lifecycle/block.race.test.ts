import { describe, expect, test } from 'vitest';
import { makeClaims } from '../claims.service.ts';
import { makeMessaging } from '#server/features/messaging/messaging.service.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import { makeEventLog } from '#server/platform/events/event-log.ts';
import { makeRateLimits } from '#server/platform/http/rate-limits.ts';
import { brokenInvariants, claimsFixture } from '#server/testing/factories/claims-fixture.ts';

const fixture = await claimsFixture();
const { clock, db, listing, log, newId, person, pool } = { ...fixture, log: { warn: () => {} } };
const ROUNDS = 40;

type Done = Pick<typeof fixture, 'claims' | 'messaging' | 'moderation'>;

/** What is left between two people, one of whom has blocked the other meanwhile. */
async function leftBetween(a: string, b: string): Promise<string[]> {
  const { rows } = await pool.query<{ left: string }>(
    `select 'open claim' as left from claim
       where status = 'open' and (donor_id, claimer_id) in (($1::uuid, $2::uuid), ($2, $1))
     union all
     select 'grant' from place_grant join exact_side using (subject_type, subject_id)
       where until > $3 and (owner_id, viewer_id) in (($1::uuid, $2::uuid), ($2, $1))`,
    [a, b, clock.now()],
  );
  return rows.map(({ left }) => left);
}

/** Everything two people can begin with each other while one blocks the other; what is left of it after all rounds. */
async function race({ claims, messaging, moderation }: Done): Promise<string[]> {
  const left: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [donor, guest] = [await person(), await person()];
    const [begun, fresh, atOnce] = [
      await listing(donor),
      await listing(donor),
      await listing(donor, { sharePlaceAtOnce: true }),
    ];
    const { conversationId } = await claims.claimListing(guest, begun.id, 1);
    const [blocker, blocked] = round % 2 === 0 ? [donor, guest] : [guest, donor];
    await Promise.allSettled([
      claims.claimListing(guest, fresh.id, 1),
      claims.sharePlace(donor, conversationId),
      moderation.blockPerson(blocker, blocked.userId),
      claims.claimListing(guest, atOnce.id, 1),
      messaging.sendMessage(guest, conversationId, 'Hello?'),
    ]);
    expect(await moderation.isBlockedBetween(db, donor.userId, guest.userId)).toBe(true);
    left.push(...(await leftBetween(donor.userId, guest.userId)));
  }
  return left;
}

describe('a block concurrent with everything that two people do with each other', () => {
  test('leaves no open claim and no visible address between them', async () => {
    expect(await race(fixture)).toEqual([]);
    expect(await brokenInvariants(pool)).toEqual([]);
  });

  test('mutant: a claim that does not lock the pair is detected', async () => {
    const unheld: Moderation = {
      ...fixture.moderation,
      lockPairAgainstBlock: async (tx, a, b) => ({
        isBlocked: await fixture.moderation.isBlockedBetween(tx, a, b),
      }),
    };
    const base = {
      db,
      clock,
      newId,
      eventLog: makeEventLog({ pool, log }),
      rateLimits: makeRateLimits(false),
    };
    const { accounts, listings, notifications, photos, places, requests } = fixture;
    const messaging = makeMessaging({
      ...base,
      accounts,
      listings,
      notifications,
      photos,
      places,
      moderation: unheld,
      hasOpenClaim: (dbOrTx, id) => fixture.claims.hasOpenClaim(dbOrTx, id),
    });
    const claims = makeClaims({
      ...base,
      accounts,
      listings,
      notifications,
      places,
      messaging,
      requests,
      moderation: unheld,
    });
    expect(await race({ claims, messaging, moderation: fixture.moderation })).not.toEqual([]);
  });

  test('two mutual blocks at once both succeed without a deadlock', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await person(), await person()];
      const { conversationId } = await fixture.claims.claimListing(b, (await listing(a)).id, 1);
      await fixture.claims.sharePlace(a, conversationId);
      const both = [
        fixture.moderation.blockPerson(a, b.userId),
        fixture.moderation.blockPerson(b, a.userId),
        fixture.moderation.blockPerson(a, b.userId),
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
