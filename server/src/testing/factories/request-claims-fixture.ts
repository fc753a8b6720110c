import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { sql } from 'kysely';
import { pointText } from '#server/db/point-column.ts';
import type { Tx } from '#server/db/database.ts';
import type { AnsweredRequests } from '#server/features/claims/claims.parts.ts';
import { makeClaims } from '#server/features/claims/claims.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { makeEventLog } from '#server/platform/events/event-log.ts';
import { claimsFixture, MIDTOWN, type TestCaller } from './claims-fixture.ts';

type Ended = Parameters<AnsweredRequests['claimEnded']>[1];

/** Locks a request as its own feature does. */
export async function lockRequest(tx: Tx, id: string): Promise<void> {
  await sql`select from emergency_request where id = ${id} for no key update`.execute(tx);
}

/**
 * Claims that answer requests for food, tested without the emergency feature: requests are plain rows, and ended claims
 * are recorded in `ended`.
 */
export async function requestClaimsFixture() {
  const fixture = await claimsFixture();
  const { clock, db, newId, person, listing, pool } = fixture;
  const ended: Ended[] = [];
  const eventLog = makeEventLog({ pool, log: { warn: () => {} } });
  const withRequests = (requests: AnsweredRequests) => makeClaims({ ...fixture, eventLog, requests });
  const claims = withRequests({
    lockRequest,
    claimEnded: async (_tx, end) => void ended.push(end),
  });

  /** A pending request, inserted as the emergency feature does. */
  async function request(requester: TestCaller, title = 'Food for four'): Promise<string> {
    const id = newId();
    const now = clock.now();
    await db
      .insertInto('emergency_request')
      .values({
        id,
        requester_id: requester.userId,
        title,
        description: '',
        urgency_level: 'emergency',
        household_size: 3,
        special_needs: '',
        dietary_restrictions: [],
        preferred_categories: [],
        radius_km: 10,
        public_point: pointText(MIDTOWN),
        area_label: 'Midtown',
        meeting_point: '',
        next_wave_at: null,
        created_at: now,
        expires_at: new Date(now.getTime() + 24 * HOUR_MS),
        ended_at: null,
      })
      .execute();
    return id;
  }

  /** Answers the request with servings of the listing, in a transaction that has locked the request. */
  async function answer(
    requestId: string,
    { donor, requester, food }: { donor: TestCaller; requester: TestCaller; food: Pick<Listing, 'id'> },
    servings: number | null = null,
    using: Pick<typeof claims, 'claimForRequest'> = claims,
  ): Promise<{ claimId: string; conversationId: string }> {
    return inTransaction(db, async (tx) => {
      await fixture.moderation.lockPairAgainstBlock(tx, donor.userId, requester.userId);
      await lockRequest(tx, requestId);
      return using.claimForRequest(tx, {
        requestId,
        listingId: food.id,
        donorId: donor.userId,
        requesterId: requester.userId,
        servings,
        householdSize: 3,
      });
    });
  }

  /** A request answered with three of four servings of soup. */
  async function answered(changes: Parameters<typeof listing>[1] = {}) {
    const [donor, requester] = [await person('Ada', 'Okafor'), await person('Ben', 'Ito')];
    const [food, requestId] = [await listing(donor, changes), await request(requester)];
    const made = await answer(requestId, { donor, requester, food });
    return { donor, requester, food, requestId, ...made };
  }

  return { ...fixture, claims, ended, withRequests, request, answer, answered };
}
