import {
  DONATION_STATUSES,
  type DonationStatus,
  isFinal,
  statusesBefore,
} from '@openlarder/domain/donations/donation-fields.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { DonationTables, PaymentUpdate } from './donations.tables.ts';

export type DonationRow = Selectable<DonationTables['donation']>;

export async function insertDonation(
  tx: Tx,
  donation: Insertable<DonationTables['donation']>,
): Promise<void> {
  await tx.insertInto('donation').values(donation).execute();
}

/** What someone tried to pay. A payment begins when its form is opened: left alone, it stays pending, then is canceled. */
const ATTEMPTED = sql<boolean>`(status not in ('pending', 'canceled') or payment_method_type is not null)`;

const ofPerson = (db: DbOrTx, personId: string) =>
  db
    .selectFrom('donation')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');

/** All rows of a person, newest first, with payments that were only begun. */
export const donationsOf = (db: DbOrTx, personId: string): Promise<DonationRow[]> =>
  ofPerson(db, personId).execute();

/** What a person gave or tried to give, newest first. */
export const attemptsOf = (db: DbOrTx, personId: string, limit: number): Promise<DonationRow[]> =>
  ofPerson(db, personId).where(ATTEMPTED).limit(limit).execute();

/** All attempted donations with their donors' names, oldest first; no name for a closed account or where the donor wants none. */
export function donationsWithDonors(db: DbOrTx): Promise<(DonationRow & { donor: string | null })[]> {
  return db
    .selectFrom('donation')
    .leftJoin('person', (join) =>
      join.onRef('person.id', '=', 'donation.person_id').on('donation.is_anonymous', '=', false),
    )
    .selectAll('donation')
    .select('person.name as donor')
    .where(ATTEMPTED)
    .orderBy('donation.created_at')
    .orderBy('donation.id')
    .execute();
}

/** The amount of successful donations less refunds and disputes, see `keptCents`. */
const KEPT = sql<string>`coalesce(sum(greatest(0, amount_cents - refunded_cents - disputed_cents)), 0)`;

/** A person's donations in a currency that succeeded: cents that are left of them, and their number. */
export async function totalOf(db: DbOrTx, personId: string, currency: string) {
  const { cents, donations } = await db
    .selectFrom('donation')
    .select((select) => [KEPT.as('cents'), select.fn.countAll<string>().as('donations')])
    .where('person_id', '=', personId)
    .where('currency', '=', currency.toLowerCase())
    .where('status', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  return { cents: Number(cents), donations: Number(donations) };
}

/** All donations in a currency that succeeded, by purpose: cents that are left, known fees, and their number. */
export async function totalsByType(db: DbOrTx, currency: string) {
  const rows = await db
    .selectFrom('donation')
    .select((select) => [
      'donation_type as type',
      KEPT.as('cents'),
      sql<string>`coalesce(sum(fee_cents), 0)`.as('fee_cents'),
      select.fn.countAll<string>().as('donations'),
    ])
    .where('currency', '=', currency.toLowerCase())
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

/**
 * Writes the provider's state, unless a later fetch has been written. The status only moves along the table of states,
 * so that no notification undoes a final one; amounts are those of the latest fetch, as a refund can fail.
 */
export async function applyPaymentUpdate(
  tx: Tx,
  id: string,
  update: PaymentUpdate & { readonly fetchNumber: number },
  now: Date,
): Promise<void> {
  const from = [...statusesBefore(update.status)];
  const moves = sql<boolean>`status = any(${from}::text[])`;
  const isEnd = update.status === 'failed' || isFinal(update.status);
  await tx
    .updateTable('donation')
    .set({
      status: sql<DonationStatus>`case when ${moves} then ${update.status} else status end`,
      processed_at: sql<Date | null>`case when ${moves} then ${isEnd ? now : null}::timestamptz else processed_at end`,
      fee_cents: sql<number | null>`coalesce(${update.feeCents}::integer, fee_cents)`,
      net_cents: sql<number | null>`coalesce(${update.netCents}::integer, net_cents)`,
      refunded_cents: sql<number>`least(amount_cents, ${update.refundedCents}::integer)`,
      disputed_cents: sql<number>`least(amount_cents, ${update.disputedCents}::integer)`,
      payment_method_type: sql<string | null>`coalesce(${update.paymentMethodType}, payment_method_type)`,
      receipt_url: sql<string | null>`coalesce(${update.receiptUrl}, receipt_url)`,
      fetch_written: update.fetchNumber,
    })
    .where('id', '=', id)
    .where('fetch_written', '<', update.fetchNumber)
    .execute();
}

/** Removes the person and their texts from their donations; the amounts stay. */
export async function anonymizeDonor(tx: Tx, personId: string): Promise<void> {
  await tx
    .updateTable('donation')
    .set({ person_id: null, donor_message: '', is_anonymous: true })
    .where('person_id', '=', personId)
    .execute();
}

/** A person's donation; undefined for another's. */
export function donationOfPerson(db: DbOrTx, personId: string, id: string): Promise<DonationRow | undefined> {
  return db
    .selectFrom('donation')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
}

export function donationOfPayment(db: DbOrTx, paymentId: string): Promise<DonationRow | undefined> {
  return db.selectFrom('donation').selectAll().where('payment_intent_id', '=', paymentId).executeTakeFirst();
}

/** Sets the payment of a donation; undefined if it has another one, or does not exist any more. */
export function setPayment(db: DbOrTx, id: string, paymentId: string): Promise<DonationRow | undefined> {
  return db
    .updateTable('donation')
    .set({ payment_intent_id: paymentId })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('payment_intent_id', 'is', null), where('payment_intent_id', '=', paymentId)]),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a donation of which no payment is known; returns false if it is not there, or has one. */
export async function deleteUnstarted(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('donation')
    .where('id', '=', id)
    .where('payment_intent_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function beginFetch(db: DbOrTx, id: string): Promise<number> {
  const { fetches_begun } = await db
    .updateTable('donation')
    .set((set) => ({ fetches_begun: set('fetches_begun', '+', 1) }))
    .where('id', '=', id)
    .returning('fetches_begun')
    .executeTakeFirstOrThrow();
  return fetches_begun;
}

/**
 * Donations whose state at the provider may have changed: those since a time, and earlier ones that are not finished,
 * have no known fee, or are disputed.
 */
export function donationsToReconcile(db: DbOrTx, since: Date): Promise<DonationRow[]> {
  const open = DONATION_STATUSES.filter((status) => !isFinal(status));
  return db
    .selectFrom('donation')
    .selectAll()
    .where('is_demo', '=', false)
    .where((where) =>
      where.or([
        where('created_at', '>=', since),
        where('status', 'in', open),
        where('disputed_cents', '>', 0),
        where.and([where('status', '=', 'succeeded'), where('fee_cents', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .execute();
}

export function donationById(db: DbOrTx, id: string): Promise<DonationRow | undefined> {
  return db.selectFrom('donation').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function isEventHandled(db: DbOrTx, id: string): Promise<boolean> {
  const row = await db.selectFrom('payment_event').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Idempotent. */
export async function insertEvent(db: DbOrTx, id: string, now: Date): Promise<void> {
  await db
    .insertInto('payment_event')
    .values({ id, received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
