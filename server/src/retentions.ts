import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { sql } from 'kysely';
import type { AppContext } from '#server/platform/app-context.ts';
import { forgetFailedJobs } from '#server/platform/jobs.ts';

/** What is deleted with time; everything else of a person stays as long as their account. */
type Retention = {
  readonly table: string;
  /** As `docs/operating.md` names it. */
  readonly what: string;
  readonly days: number;
  /** Which rows are older than `:before`, by an index where the table may be large. */
  readonly old: string;
};

export const RETENTIONS: readonly Retention[] = [
  { table: 'rate_limit', what: 'uses of limits', days: 0, old: 'ends_at <= :before' },
  { table: 'session', what: 'sessions that have expired', days: 0, old: 'expires_at <= :before' },
  { table: 'verification', what: 'links and codes that have expired', days: 0, old: 'expires_at <= :before' },
  { table: 'pending_sign_up', what: 'sign-ups not confirmed in time', days: 0, old: 'expires_at <= :before' },
  {
    table: 'conversation_member',
    what: 'what closed accounts had read, of conversations that are over',
    days: 0,
    old: `person_id in (select id from person where closed_at is not null)
      and conversation_id in (select id from conversation where closed_at <= :before)`,
  },
  { table: 'app_process', what: 'processes that ended without a word', days: 1, old: 'seen_at < :before' },
  { table: 'idempotency_key', what: 'keys of repeated requests', days: 1, old: 'created_at < :before' },
  { table: 'link_mail', what: 'when links were mailed', days: 1, old: 'not (:before < any(sent_at))' },
  {
    table: 'place_grant',
    what: 'who could see an address, and no longer may',
    days: 30,
    old: 'until < :before',
  },
  { table: 'payment_event', what: 'events of the card provider', days: 30, old: 'received_at < :before' },
  { table: 'expiry_alert', what: 'alerts of food that ends', days: 30, old: 'created_at < :before' },
  { table: 'ad_impression', what: 'single views of ads', days: 30, old: 'created_at < :before' },
  { table: 'mail_count', what: 'numbers of mails', days: 40, old: 'day < :before::date' },
  { table: 'mail_day', what: 'numbers of mails in all', days: 40, old: 'day < :before::date' },
  {
    table: 'surplus_question',
    what: 'questions about recurring surplus',
    days: 60,
    old: 'pickup_until < :before',
  },
  {
    table: 'dismissed_match',
    what: 'recommendations put aside, of food that is over',
    days: 90,
    old: 'created_at < :before and not exists (select from offered_listing where listing_id = dismissed_match.listing_id)',
  },
  { table: 'notification', what: 'notifications', days: 365, old: 'created_at < :before' },
  { table: 'emergency_alert', what: 'who was alerted of a request', days: 365, old: 'alerted_at < :before' },
  { table: 'match_attempt', what: 'refused tries to help', days: 365, old: 'attempted_at < :before' },
  { table: 'report', what: 'reports, once closed', days: 365, old: 'closed_at < :before' },
  { table: 'former_block', what: 'blocks of closed accounts', days: 730, old: 'closed_at < :before' },
  { table: 'former_pause', what: 'pauses of closed accounts', days: 730, old: 'closed_at < :before' },
];

/** So that they can be looked at: `npm run admin -- doctor` lists them. */
export const FAILED_JOB_DAYS = 30;
const ROWS_EACH = 1000;
/** The rest waits for the next run, so that a large table is emptied over hours instead of under one load. */
const MOST_STEPS = 100;

/**
 * Deletes what has been kept for its time, a thousand rows at a time. A table that fails does not keep the others from
 * their turn.
 */
export async function forgetOld({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const faults: unknown[] = [];
  for (const { table, days, old } of RETENTIONS) {
    const before = new Date(clock.now().getTime() - days * DAY_MS);
    const [start = '', end = ''] = old.split(':before');
    const isOld = sql`${sql.raw(start)}${before}::timestamptz${sql.raw(end)}`;
    try {
      for (let step = 0; step < MOST_STEPS; step++) {
        const { numAffectedRows = 0n } = await sql`
          delete from ${sql.table(table)} where ctid = any (array(
            select ctid from ${sql.table(table)} where ${isOld} limit ${ROWS_EACH}))`.execute(db);
        if (numAffectedRows < ROWS_EACH) break;
      }
    } catch (error) {
      faults.push(error);
    }
  }
  await forgetFailedJobs(db, new Date(clock.now().getTime() - FAILED_JOB_DAYS * DAY_MS));
  if (faults.length > 0) throw faults[0];
}
