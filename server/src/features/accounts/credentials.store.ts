import type { Db, DbOrTx, Tx } from '#server/db/database.ts';

/** The library's name for a password among the ways to show who one is. */
const PASSWORD = 'credential';

export function personByEmail(db: DbOrTx, email: string) {
  return db
    .selectFrom('person')
    .select(['id', 'email', 'first_name', 'email_verified'])
    .where('email', '=', email)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** The hashed password of a person; null for somebody who has none. */
export async function passwordOf(db: DbOrTx, personId: string): Promise<string | null> {
  const row = await db
    .selectFrom('credential')
    .select('password')
    .where('person_id', '=', personId)
    .where('provider_id', '=', PASSWORD)
    .executeTakeFirst();
  return row?.password ?? null;
}

/** The hashed password of whoever has this e-mail; null where there is none. */
export async function passwordByEmail(db: DbOrTx, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('credential')
    .innerJoin('person', 'person.id', 'credential.person_id')
    .select('credential.password')
    .where('person.email', '=', email)
    .where('provider_id', '=', PASSWORD)
    .executeTakeFirst();
  return row?.password ?? null;
}

/** As `passwordOf`, behind whoever changes it just now, and before whoever comes next. */
export async function settledPasswordOf(db: DbOrTx, personId: string): Promise<string | null> {
  const row = await db
    .selectFrom('credential')
    .select('password')
    .where('person_id', '=', personId)
    .where('provider_id', '=', PASSWORD)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.password ?? null;
}

/** Gives a person another password, or their first. */
export async function setPassword(
  tx: Tx,
  personId: string,
  { id, hash, now }: { readonly id: string; readonly hash: string; readonly now: Date },
): Promise<void> {
  await tx
    .insertInto('credential')
    .values({
      id,
      account_id: personId,
      provider_id: PASSWORD,
      person_id: personId,
      password: hash,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash, updated_at: now }),
    )
    .execute();
}

export async function deleteProviderCredentials(tx: Tx, personId: string): Promise<void> {
  await tx
    .deleteFrom('credential')
    .where('person_id', '=', personId)
    .where('provider_id', '<>', PASSWORD)
    .execute();
}

export async function confirmEmail(db: DbOrTx, personId: string, now: Date): Promise<void> {
  await db
    .updateTable('person')
    .set({ email_verified: true, updated_at: now })
    .where('id', '=', personId)
    .execute();
}

export async function insertLink(
  tx: Tx,
  link: {
    readonly id: string;
    readonly identifier: string;
    readonly personId: string;
    readonly now: Date;
    readonly until: Date;
  },
): Promise<void> {
  const { id, identifier, personId, now, until } = link;
  await tx
    .insertInto('verification')
    .values({ id, identifier, value: personId, expires_at: until, created_at: now, updated_at: now })
    .execute();
}

export function linkByIdentifier(db: DbOrTx, identifier: string, now: Date) {
  return db
    .selectFrom('verification')
    .select('value')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Takes a link that still stands at `now` away: of two who come with it, one. */
export function takeLink(tx: Tx, identifier: string, now: Date) {
  return tx
    .deleteFrom('verification')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', now)
    .returning('value')
    .executeTakeFirst();
}

/** What was mailed to this person opens nothing any more: all of it, or the links of one kind. */
export async function deleteLinksOf(tx: Tx, personId: string, kind?: string): Promise<void> {
  await tx
    .deleteFrom('verification')
    .where('value', '=', personId)
    .$if(kind !== undefined, (query) => query.where('identifier', 'like', `${kind}:%`))
    .execute();
}

export async function deleteOldLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('verification').where('expires_at', '<=', now).execute();
}
