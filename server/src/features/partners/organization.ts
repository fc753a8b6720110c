import { AppError, signedOut } from '@openlarder/domain/kernel/app-error.ts';
import type { TxContext } from '#server/platform/app-context.ts';

/**
 * Locks the person behind their closure, before anything of theirs. 403 `not-an-organization` for a person without one.
 * People come first here: what is locked afterwards is the organization's own.
 */
export async function lockOrganization(tx: TxContext, personId: string): Promise<void> {
  const person = await tx.db
    .selectFrom('person')
    .select('organization_name')
    .where('id', '=', personId)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw signedOut();
  if (!person.organization_name) throw new AppError(403, 'not-an-organization');
}
