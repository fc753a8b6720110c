import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { matchRequest } from '#server/features/emergency/matching/match-request.ts';
import { completeHandover } from '#server/features/handovers/lifecycle/handover-actions.ts';
import type { TestCaller } from './claims-fixture.ts';
import { handoversFixture } from './handovers-fixture.ts';

/** The whole app, with people who hand food over immediately. */
export async function recognitionFixture() {
  const fixture = await handoversFixture();
  const { ctx, ask, listing, pool } = fixture;

  /** Claims servings of a new listing, which is not picked up yet; returns the handover's id. */
  async function claimed(giver: TestCaller, receiver: TestCaller, servings = 1): Promise<string> {
    const food = await listing(giver, { estimatedServings: servings });
    return (await claimListing(ctx, receiver, food.id, servings)).handover.id;
  }
  /** Both sides confirm the handover. */
  async function complete(giver: TestCaller, receiver: TestCaller, id: string, where = ctx): Promise<void> {
    await completeHandover(where, giver, id);
    await completeHandover(where, receiver, id);
  }
  /** Gives a person servings of a new listing; returns the handover's id. */
  async function give(giver: TestCaller, receiver: TestCaller, servings = 1): Promise<string> {
    const id = await claimed(giver, receiver, servings);
    await complete(giver, receiver, id);
    return id;
  }
  /** Answers a new request of a person; returns the handover's id. */
  async function answer(helper: TestCaller, asking: TestCaller): Promise<string> {
    const request = await ask(asking);
    const { match } = await matchRequest(ctx, helper, request.id, {
      listingId: null,
      servings: null,
    });
    if (!match) throw new Error('it was not matched');
    await complete(helper, asking, match.handover.id);
    return match.handover.id;
  }

  /** The causes and points of a person's ledger, oldest first. */
  async function ledgerOf({ userId }: TestCaller): Promise<string[]> {
    const { rows } = await pool.query<{ entry: string }>(
      `select cause || ' ' || points as entry from point_entry where person_id = $1 order by booked_at, id`,
      [userId],
    );
    return rows.map(({ entry }) => entry);
  }
  async function pointsOf({ userId }: TestCaller): Promise<number> {
    const { rows } = await pool.query<{ points: number }>(
      'select points from point_total where person_id = $1',
      [userId],
    );
    return rows[0]?.points ?? 0;
  }
  async function badgesOf({ userId }: TestCaller): Promise<string[]> {
    const { rows } = await pool.query<{ badge_id: string }>(
      'select badge_id from person_badge where person_id = $1 order by badge_id',
      [userId],
    );
    return rows.map(({ badge_id }) => badge_id);
  }
  /** How many people boards count, by board and points. */
  async function histogram(): Promise<Record<string, number>> {
    const { rows } = await pool.query<{ at: string; people: number }>(
      `select board || ' ' || points as at, people from point_histogram where people <> 0`,
    );
    return Object.fromEntries(rows.map(({ at, people }) => [at, people]));
  }

  return { ...fixture, claimed, complete, give, answer, ledgerOf, pointsOf, badgesOf, histogram };
}

/** The invariants of points in the database; each row is a violation. */
export const BROKEN_POINTS = `
  select 'a total is not the sum of the ledger' as invariant, person_id::text as about
    from (
      select person_id, sum(points) as points, sum(given) as given, max(earned_at) as reached_at
      from point_entry group by 1) as ledger
    full join point_total as total using (person_id)
    where (ledger.points, ledger.given, ledger.reached_at)
      is distinct from (total.points, total.given, total.reached_at)
  union all
  select 'a total is not the sum of its months', person_id::text
    from (select person_id, sum(points) as points, sum(given) as given from point_month group by 1) as months
    full join point_total as total using (person_id)
    where (months.points, months.given) is distinct from (total.points, total.given)
  union all
  select 'a person has fewer than 0 points', person_id::text from point_total where points < 0
  union all
  select 'the histogram does not count people', board || ' ' || points
    from (
      select board, held.points, count(*) as people
      from (
        select 'all' as board, person_id, points, given from point_total
        union all select to_char(month, 'YYYY-MM'), person_id, points, given from point_month
      ) as held
      join person on person.id = held.person_id and leaderboard_visible and closed_at is null
      where held.points > 0 and held.given > 0 group by board, held.points
    ) as counted
    full join (select * from point_histogram where people <> 0) as shown using (board, points)
    where counted.people is distinct from shown.people
  union all
  select 'a disputed handover that earns something', entry.id::text
    from point_entry as entry join handover on handover.id = entry.subject_id
    where handover.status <> 'completed'
      and not exists (select from point_entry as reversal where reversal.reverses_id = entry.id)`;
