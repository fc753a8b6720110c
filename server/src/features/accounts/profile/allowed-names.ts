import { comparableName, nameRefusal } from '@openlarder/domain/accounts/name-rules.ts';
import { displayName } from '@openlarder/domain/accounts/person-names.ts';
import { errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import * as store from '../accounts.store.ts';

type Name = { readonly firstName: string; readonly lastName: string };

/** Refuses with 422 a name that claims to be checked, or to be the product's own. */
export function requireOwnName({ firstName, lastName }: Name): void {
  const refused = nameRefusal(displayName({ firstName, lastName })) ?? nameRefusal(firstName);
  if (refused) throw unprocessable({ firstName: errorText(refused) });
}

/** Refuses with 422 an organization's name of these kinds, or one that looks like another verified one's. */
export async function requireOrganizationName(tx: TxContext, personId: string, name: string): Promise<void> {
  const refused = nameRefusal(name);
  if (refused) throw unprocessable({ organizationName: errorText(refused) });
  const wanted = comparableName(name);
  const others = await store.verifiedOrganizations(tx.db, personId);
  if (!others.some((other) => comparableName(other) === wanted)) return;
  const { adminEmail: email } = tx.settings;
  throw unprocessable({
    organizationName: email ? errorText('name.taken-write-to', { email }) : errorText('name.taken'),
  });
}
