import { AppError, signedOut } from '@openlarder/domain/kernel/app-error.ts';
import type { TxContext } from '#server/platform/app-context.ts';

const openPerson = (tx: TxContext, personId: string) =>
  tx.db
    .selectFrom('person')
    .select('organization_name')
    .where('id', '=', personId)
    .where('closed_at', 'is', null);

/**
 * Locks the person against the closure of their account, before any of their rows. 403 `not-an-organization` for a
 * person without one. The person is locked first here, since all later locks are on rows of the organization itself.
 */
export async function lockOrganization(tx: TxContext, personId: string): Promise<void> {
  const person = await openPerson(tx, personId).forUpdate().executeTakeFirst();
  if (!person) throw signedOut();
  requireName(person);
}

/** 403 `not-an-organization` for a person without one; the transaction has locked the person. */
export async function requireOrganization(tx: TxContext, personId: string): Promise<void> {
  requireName(await openPerson(tx, personId).executeTakeFirst());
}

function requireName(person: { readonly organization_name: string | null } | undefined): void {
  if (!person?.organization_name) throw new AppError(403, 'not-an-organization');
}

/** People were asked about their surplus, or one of them has answered, or changed it. */
const SURPLUS_CHANGED = 'surplus_changed';
type SurplusChanged = { readonly personIds: readonly string[] };

export const announceSurplus = (tx: TxContext, personIds: readonly string[]): Promise<void> =>
  tx.eventLog.append(tx, SURPLUS_CHANGED, { personIds } satisfies SurplusChanged, {
    topics: ['surplus'],
    people: personIds,
  });
