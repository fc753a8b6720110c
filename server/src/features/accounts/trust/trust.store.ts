import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';

/** The facts that decide the trust in these people; unknown and closed accounts are absent. */
export async function selectTrustFacts(db: DbOrTx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('person')
    .select([
      'id',
      'email_verified',
      'verified',
      'verified_until',
      'vouched_at',
      'known_at',
      'first_handover_at',
      'created_at',
    ])
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .where('closed_at', 'is', null)
    .execute();
}

export async function selectKnown(db: DbOrTx, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('closed_at', 'is', null)
    .where((is) =>
      is.or([
        is('verified', '=', true),
        is('verified_until', '>', now),
        is('vouched_at', 'is not', null),
        is('known_at', 'is not', null),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the person until the end of the transaction, so that their handovers are counted one after the other. */
export async function lockForTrust(tx: Tx, personId: string): Promise<void> {
  await tx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
}

/** Stores what a person's handovers earn. What was earned before stays: trust is never reduced automatically. */
export async function setEarnedTrust(
  tx: Tx,
  personId: string,
  { firstHandoverAt, knownAt }: { readonly firstHandoverAt: Date | null; readonly knownAt: Date | null },
): Promise<void> {
  await sql`
    update person set first_handover_at = coalesce(first_handover_at, ${firstHandoverAt}),
      known_at = coalesce(known_at, ${knownAt})
    where id = ${personId} and closed_at is null`.execute(tx);
}

export async function setVouched(tx: Tx, personId: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('person')
    .set({ vouched_at: at })
    .where('id', '=', personId)
    .where('closed_at', 'is', null)
    .execute();
}

/** The facts that a person's share of bulk food depends on besides trust. */
export async function selectHousehold(db: DbOrTx, personId: string) {
  return db
    .selectFrom('person')
    .select(['verified', 'verified_until', 'organization_name', 'household_size'])
    .where('id', '=', personId)
    .executeTakeFirst();
}
