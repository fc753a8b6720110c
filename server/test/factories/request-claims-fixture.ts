import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { sql } from 'kysely';
import { claimHandovers } from '#server/features/claims/claim-handovers.ts';
import { claimForRequest } from '#server/features/claims/create/claim-for-request.ts';
import { type HandoverOwner, handoverOwner } from '#server/features/handovers/handovers.hooks.ts';
import type { HandoverRow } from '#server/features/handovers/handovers.tables.ts';
import { lockPairAgainstBlock } from '#server/features/moderation/blocks/blocks.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { claimsFixture, type TestCaller } from './claims-fixture.ts';

/** Locks a request as its own feature does. */
export async function lockRequest(tx: TxContext, id: string): Promise<void> {
  await sql`select from emergency_request where id = ${id} for no key update`.execute(tx.db);
}

/** The requests that claims with these handovers answer, by handover id. */
async function requestsOf(ctx: AppContext, handoverIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectFrom('claim')
    .select(['handover_id', 'request_id'])
    .where('handover_id', 'in', [...handoverIds])
    .execute();
  return new Map(rows.flatMap((row) => (row.request_id ? [[row.handover_id, row.request_id]] : [])));
}

/**
 * Claims that answer requests for food, tested without the emergency feature: requests are plain rows, and handovers
 * that have ended are recorded in `ended`.
 */
export async function requestClaimsFixture() {
  const fixture = await claimsFixture();
  const { clock, db, newId, person, listing } = fixture;
  const ended: HandoverRow[] = [];
  /** The app's context with these requests in place of those of the emergency feature. */
  const withRequests = (changes: Partial<HandoverOwner> = {}): AppContext => ({
    ...fixture.ctx,
    hooks: [
      handoverOwner.handler({
        lock: async (tx, handoverIds) => {
          const ids = new Set((await requestsOf(tx, handoverIds)).values());
          for (const id of [...ids].toSorted()) await lockRequest(tx, id);
        },
        describe: async (about, handoverIds) => {
          const requests = [...(await requestsOf(about, handoverIds))];
          return new Map(requests.map(([handoverId, requestId]) => [handoverId, { requestId }]));
        },
        onEnded: async (_tx, handover) => void ended.push(handover),
        ...changes,
      }),
      handoverOwner.handler(claimHandovers),
      ...fixture.ctx.hooks.filter(({ hook }) => hook !== 'handoverOwner'),
    ],
  });
  const ctx = withRequests();

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
        area: null,
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
    using: AppContext = ctx,
  ): Promise<{ claimId: string; handoverId: string; conversationId: string }> {
    const made = await inTransaction(using, async (tx) => {
      await lockPairAgainstBlock(tx, donor.userId, requester.userId);
      await lockRequest(tx, requestId);
      return claimForRequest(tx, {
        requestId,
        listingId: food.id,
        donorId: donor.userId,
        requesterId: requester.userId,
        servings,
        householdSize: 3,
      });
    });
    if (!made) throw new Error('answered without a claim');
    const { claimId, handover } = made;
    return { claimId, handoverId: handover.id, conversationId: handover.conversation_id };
  }

  /** A request answered with three of four servings of soup. */
  async function answered(changes: Parameters<typeof listing>[1] = {}) {
    const [donor, requester] = [await person('Ada', 'Okafor'), await person('Ben', 'Ito')];
    const [food, requestId] = [await listing(donor, changes), await request(requester)];
    const made = await answer(requestId, { donor, requester, food });
    return { donor, requester, food, requestId, ...made };
  }

  return { ...fixture, ctx, ended, withRequests, request, answer, answered };
}
