import type { DbOrTx, Tx } from '#server/db/database.ts';

/** The auth library's provider id for a password. */
const PASSWORD = 'credential';

export function personByEmail(db: DbOrTx, email: string) {
  return db
    .selectFrom('person')
    .select(['id', 'email', 'first_name', 'email_verified', 'language', 'discreet'])
    .where('email', '=', email)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** The hashed password of a person; null if they have none. */
export async function passwordOf(db: DbOrTx, personId: string): Promise<string | null> {
  const row = await db
    .selectFrom('credential')
    .select('password')
    .where('person_id', '=', personId)
    .where('provider_id', '=', PASSWORD)
    .executeTakeFirst();
  return row?.password ?? null;
}

export function passwordByEmail(db: DbOrTx, email: string) {
  return db
    .selectFrom('credential')
    .innerJoin('person', 'person.id', 'credential.person_id')
    .select(['credential.person_id', 'credential.password'])
    .where('person.email', '=', email)
    .where('provider_id', '=', PASSWORD)
    .executeTakeFirst();
}

/** Like `passwordOf`, but waits for a running change and blocks the next one. */
export async function lockedPasswordOf(db: DbOrTx, personId: string): Promise<string | null> {
  const row = await db
    .selectFrom('credential')
    .select('password')
    .where('person_id', '=', personId)
    .where('provider_id', '=', PASSWORD)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.password ?? null;
}

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

export async function replaceEmail(
  tx: Tx,
  personId: string,
  { email, digest, now }: { readonly email: string; readonly digest: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('person')
    .set({ email, email_digest: digest, email_verified: true, mail_refused_at: [], updated_at: now })
    .where('id', '=', personId)
    .execute();
}

export async function insertLink(
  tx: Tx,
  link: {
    readonly id: string;
    readonly identifier: string;
    readonly ownerId: string;
    readonly now: Date;
    readonly until: Date;
  },
): Promise<void> {
  const { id, identifier, ownerId, now, until } = link;
  await tx
    .insertInto('verification')
    .values({ id, identifier, value: ownerId, expires_at: until, created_at: now, updated_at: now })
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

/** Deletes and returns a link that is valid at `now`; of two concurrent callers, one gets it. */
export function consumeStoredLink(tx: Tx, identifier: string, now: Date) {
  return tx
    .deleteFrom('verification')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', now)
    .returning('value')
    .executeTakeFirst();
}

/** Whether a link of this kind was made, or asked for, after then. */
export async function hasLaterLink(tx: Tx, personId: string, kind: string, then: Date): Promise<boolean> {
  const found = await tx
    .selectFrom('verification')
    .select('id')
    .where('value', '=', personId)
    .where('identifier', 'like', `${kind}:%`)
    .where('created_at', '>', then)
    .executeTakeFirst();
  return found !== undefined;
}

/** Invalidates the mailed links of a person: all, or those of one kind. */
export async function deleteLinksOf(tx: Tx, personId: string, kind?: string): Promise<void> {
  await tx
    .deleteFrom('verification')
    .where('value', '=', personId)
    .$if(kind !== undefined, (query) => query.where('identifier', 'like', `${kind}:%`))
    .execute();
}
