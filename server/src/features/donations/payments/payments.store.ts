import { DONATION_STATUSES, isFinal } from '@openlarder/domain/donations/donation-fields.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { DonationRow } from '../donations.store.ts';

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
