import type { PersonSummary } from '@openlarder/domain/accounts/account-contract.ts';
import {
  CLOSED_ACCOUNT,
  displayName,
  initials,
  type NameParts,
  publicName,
} from '@openlarder/domain/accounts/names.ts';
import type { DbOrTx } from '#server/db/database.ts';
import { activeDonors, namesOf, personById } from '../accounts.store.ts';

/** A person as the other side of a conversation sees them: the whole name. */
export type FullName = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly displayName: string;
  readonly initials: string;
};

async function namedPeople(dbOrTx: DbOrTx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await namesOf(dbOrTx, { ids: [...new Set(ids)] });
  return rows.map((row) => ({
    id: row.id,
    userType: row.user_type,
    isClosed: row.closed_at !== null,
    names: {
      firstName: row.first_name,
      lastName: row.last_name,
      organizationName: row.organization_name,
    } satisfies NameParts,
  }));
}

/** How strangers see these people ("First L."), by id; who does not exist is absent. */
export async function summaries(dbOrTx: DbOrTx, ids: readonly string[]): Promise<Map<string, PersonSummary>> {
  const people = await namedPeople(dbOrTx, ids);
  return new Map(
    people.map(({ id, userType, isClosed, names }) => [
      id,
      {
        id,
        userType,
        organizationName: names.organizationName,
        ...(isClosed ? CLOSED_ACCOUNT : { displayName: publicName(names), initials: initials(names) }),
      },
    ]),
  );
}

/** The whole names of these people, by id, for who is in a conversation with them. */
export async function fullNames(dbOrTx: DbOrTx, ids: readonly string[]): Promise<Map<string, FullName>> {
  const people = await namedPeople(dbOrTx, ids);
  return new Map(
    people.map(({ id, isClosed, names }) => [
      id,
      {
        id,
        firstName: names.firstName,
        lastName: names.lastName,
        ...(isClosed ? CLOSED_ACCOUNT : { displayName: displayName(names), initials: initials(names) }),
      },
    ]),
  );
}

/** Which of these people are donors who may act: neither paused nor gone. By id, with when they were last here. */
export async function donorsAmong(
  dbOrTx: DbOrTx,
  ids: readonly string[],
): Promise<Map<string, { readonly lastSeenAt: Date | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await activeDonors(dbOrTx, { ids });
  return new Map(rows.map(({ id, seen_at }) => [id, { lastSeenAt: seen_at }]));
}

/** Where a person's mails go, and whether they may. */
export type MailRecipient = {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  /** Whether they have shown that the address is theirs. */
  readonly isVerified: boolean;
  readonly isOpen: boolean;
};

/** Null for nobody. */
export async function mailRecipient(dbOrTx: DbOrTx, personId: string): Promise<MailRecipient | null> {
  const person = await personById(dbOrTx, personId);
  return person
    ? {
        id: person.id,
        email: person.email,
        firstName: person.first_name,
        isVerified: person.email_verified,
        isOpen: person.closed_at === null,
      }
    : null;
}
