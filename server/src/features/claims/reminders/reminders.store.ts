import { DISPUTE_HOURS } from '@openlarder/domain/claims/claim-states.ts';
import { REMINDER_HOURS } from '@openlarder/domain/claims/pickup-reminders.ts';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { ClaimKey } from '../claims.store.ts';
import type { DuePage } from '#server/platform/process-due.ts';

const LEAD = sql`make_interval(hours => ${sql.lit(REMINDER_HOURS)})`;
const OBJECTION = sql`make_interval(hours => ${sql.lit(DISPUTE_HOURS)})`;

/** `reminderDueMs` in SQL. */
const REMINDER_DUE = sql`case
  when claim.created_at < listing.available_from - ${LEAD} then listing.available_from - ${LEAD}
  when claim.created_at < listing.available_until - ${LEAD} then listing.available_until - ${LEAD}
  else listing.available_until end`;

/** Open claims for which `isReminderDue` at `now`. */
export async function selectReminderDue(
  db: DbOrTx,
  now: Date,
  { after, limit }: DuePage,
): Promise<ClaimKey[]> {
  const { rows } = await sql<ClaimKey>`
    select claim.id, claim.listing_id, claim.request_id
    from claim join food_listing as listing on listing.id = claim.listing_id
      cross join lateral (select ${REMINDER_DUE} as at) as due
    where claim.status = 'open' and (${after}::uuid is null or claim.id > ${after})
      and claim.donor_confirmed_at is null and claim.claimer_confirmed_at is null
      and due.at < listing.available_until
      and (claim.reminded_at is null or claim.reminded_at < due.at)
      and due.at <= ${now} and due.at + ${LEAD} > ${now}
    order by claim.id limit ${limit}`.execute(db);
  return rows;
}

/** Open claims for which `isQuestionDue` at `now`. */
export async function selectQuestionDue(
  db: DbOrTx,
  now: Date,
  { after, limit }: DuePage,
): Promise<ClaimKey[]> {
  const { rows } = await sql<ClaimKey>`
    select claim.id, claim.listing_id, claim.request_id
    from claim join food_listing as listing on listing.id = claim.listing_id
    where claim.status = 'open' and (${after}::uuid is null or claim.id > ${after})
      and (claim.asked_at is null or claim.asked_at < listing.available_until)
      and listing.available_until <= ${now}
      and coalesce(claim.donor_confirmed_at, claim.claimer_confirmed_at, listing.available_until)
        + ${OBJECTION} > ${now}
    order by claim.id limit ${limit}`.execute(db);
  return rows;
}

export async function markClaim(
  tx: Tx,
  id: string,
  done: { readonly reminded_at: Date } | { readonly asked_at: Date },
): Promise<void> {
  await tx.updateTable('claim').set(done).where('id', '=', id).execute();
}
