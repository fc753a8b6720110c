import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';

export type ActivityRow = {
  readonly id: string;
  readonly status: 'completed' | 'claimed' | 'posted';
  readonly is_giver: boolean;
  readonly title: string;
  readonly category: Category;
  readonly at: Date;
  readonly donor_id: string;
};

const LISTING = sql`listing.title, listing.category`;
const latest = (limit: number): RawBuilder<unknown> => sql`order by at desc, id limit ${limit}`;

/** What a person shared, gave or picked up, without handovers that answer a request. */
export async function selectOwn(db: DbOrTx, personId: string, limit: number): Promise<ActivityRow[]> {
  const handedOver = (side: 'giver_id' | 'receiver_id') => sql`
    (select handover.id, case when status = 'completed' then 'completed' else 'claimed' end as status,
      ${sql.lit(side === 'giver_id')} as is_giver, title, category, at, donor_id
    from (
      -- as it was claimed: later words may come from across a block
      select handover.id, handover.status, coalesce(conversation.listing_title, '') as title, listing.category,
        listing.donor_id, coalesce(handover.ended_at, handover.created_at) as at
      from handover
      join claim on claim.handover_id = handover.id and claim.request_id is null
      join food_listing as listing on listing.id = claim.listing_id
      join conversation on conversation.id = handover.conversation_id
      where handover.${sql.ref(side)} = ${personId} and handover.status in ('open', 'completed')
    ) as handover ${latest(limit)})`;
  const { rows } = await sql<ActivityRow>`
    (select listing.id, 'posted' as status, true as is_giver, ${LISTING}, listing.created_at as at, listing.donor_id
      from food_listing as listing where donor_id = ${personId} ${latest(limit)})
    union all ${handedOver('giver_id')}
    union all ${handedOver('receiver_id')}
    ${latest(limit)}`.execute(db);
  return rows;
}

/** In place of the people whom a viewer may not see. */
const NO_ONE = sql`select null::uuid as person_id where false`;

/** The latest food on offer. */
export async function selectPosted(
  db: DbOrTx,
  hiddenPeople: RawBuilder<unknown> | null,
  { limit, now, isToTheHour }: { readonly limit: number; readonly now: Date; readonly isToTheHour: boolean },
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    with hidden as materialized (${hiddenPeople ?? NO_ONE}),
    latest as (
      select offered.listing_id from offered_listing as offered
      where offered.offered_until > ${now} and offered.donor_id not in (select person_id from hidden)
      order by offered.created_at desc limit ${limit}
    )
    select listing.id, 'posted' as status, true as is_giver, ${LISTING}, listing.donor_id,
      ${isToTheHour ? sql`date_trunc('hour', listing.created_at)` : sql`listing.created_at`} as at
    from latest join food_listing as listing on listing.id = latest.listing_id
    order by listing.created_at desc`.execute(db);
  return rows;
}

/** What was handed over last in the community before a day, each at the start of its day; none that answers a request. */
export async function selectHandedOver(
  db: DbOrTx,
  hiddenPeople: RawBuilder<unknown> | null,
  { before, timeZone, limit }: { readonly before: Date; readonly timeZone: string; readonly limit: number },
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    with hidden as materialized (${hiddenPeople ?? NO_ONE}),
    latest as (
      select claim.listing_id, date_trunc('day', done.completed_at, ${timeZone}) as at
      from recognized_handover as done
      join claim on claim.handover_id = done.handover_id
      join person on person.id = done.giver_id and person.closed_at is null
      where done.undone_at is null and not done.answers_request and done.completed_at < ${before}
        and done.giver_id not in (select person_id from hidden)
        and done.receiver_id not in (select person_id from hidden)
      order by done.completed_at desc limit ${limit}
    )
    select distinct listing.id, 'completed' as status, false as is_giver, ${LISTING}, latest.at, listing.donor_id
    from latest join food_listing as listing on listing.id = latest.listing_id`.execute(db);
  return rows;
}
