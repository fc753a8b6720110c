import {
  type DonationStatus,
  type DonationType,
  isFinal,
  statusesBefore,
} from '@openlarder/domain/donations/donation-fields.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { DonationTables } from './donations.tables.ts';

export type DonationRow = Selectable<DonationTables['donation']>;

/** Of every donation; ISO 4217, in lower case as the provider writes it. */
export const CURRENCY = 'usd';

export async function insertDonation(
  tx: Tx,
  donation: Insertable<DonationTables['donation']>,
): Promise<void> {
  await tx.insertInto('donation').values(donation).execute();
}

/** A person's donations, newest first. */
export function donationsOf(db: DbOrTx, personId: string, limit: number): Promise<DonationRow[]> {
  return db
    .selectFrom('donation')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** What is left of donations that succeeded, see `keptCents`. */
const KEPT = sql<string>`coalesce(sum(greatest(0, amount_cents - refunded_cents - disputed_cents)), 0)`;

/** A person's donations that succeeded: cents that are left of them, and their number. */
export async function totalOf(
  db: DbOrTx,
  personId: string,
): Promise<{ readonly cents: number; readonly donations: number }> {
  const { cents, donations } = await db
    .selectFrom('donation')
    .select((select) => [KEPT.as('cents'), select.fn.countAll<string>().as('donations')])
    .where('person_id', '=', personId)
    .where('status', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  return { cents: Number(cents), donations: Number(donations) };
}

/** All donations that succeeded, by what they are for: cents that are left, known fees, and their number. */
export async function totalsByType(
  db: DbOrTx,
): Promise<{ type: DonationType; cents: number; feeCents: number; donations: number }[]> {
  const rows = await db
    .selectFrom('donation')
    .select((select) => [
      'donation_type as type',
      KEPT.as('cents'),
      sql<string>`coalesce(sum(fee_cents), 0)`.as('fee_cents'),
      select.fn.countAll<string>().as('donations'),
    ])
    .where('status', '=', 'succeeded')
    .groupBy('donation_type')
    .execute();
  return rows.map(({ type, cents, fee_cents, donations }) => ({
    type,
    cents: Number(cents),
    feeCents: Number(fee_cents),
    donations: Number(donations),
  }));
}

/** What the provider says of a donation, in cents; null where it has not said so yet. */
export type PaymentNews = {
  readonly status: DonationStatus;
  readonly feeCents: number | null;
  readonly netCents: number | null;
  readonly refundedCents: number;
  readonly disputedCents: number;
  readonly paymentMethodType: string | null;
  readonly receiptUrl: string | null;
};

/**
 * Writes the provider's news, unless news fetched later have been written. The status only moves along the table of states,
 * so that late and repeated news never lead back; amounts are those of the latest fetch, as a refund can fail.
 */
export async function applyNews(
  tx: Tx,
  id: string,
  news: PaymentNews & { readonly fetchNumber: number },
  now: Date,
): Promise<void> {
  const from = [...statusesBefore(news.status)];
  const moves = sql<boolean>`status = any(${from}::text[])`;
  const isEnd = news.status === 'failed' || isFinal(news.status);
  await tx
    .updateTable('donation')
    .set({
      status: sql<DonationStatus>`case when ${moves} then ${news.status} else status end`,
      processed_at: sql<Date | null>`case when ${moves} and ${isEnd} then ${now}::timestamptz else processed_at end`,
      fee_cents: sql<number | null>`coalesce(${news.feeCents}::integer, fee_cents)`,
      net_cents: sql<number | null>`coalesce(${news.netCents}::integer, net_cents)`,
      refunded_cents: sql<number>`least(amount_cents, ${news.refundedCents}::integer)`,
      disputed_cents: sql<number>`least(amount_cents, ${news.disputedCents}::integer)`,
      payment_method_type: sql<string | null>`coalesce(${news.paymentMethodType}, payment_method_type)`,
      receipt_url: sql<string | null>`coalesce(${news.receiptUrl}, receipt_url)`,
      fetch_written: news.fetchNumber,
    })
    .where('id', '=', id)
    .where('fetch_written', '<', news.fetchNumber)
    .execute();
}

/** Takes the person, and what they wrote, out of their donations; the amounts stay. */
export async function anonymizeDonor(tx: Tx, personId: string): Promise<void> {
  await tx
    .updateTable('donation')
    .set({ person_id: null, donor_message: '', is_anonymous: true })
    .where('person_id', '=', personId)
    .execute();
}
