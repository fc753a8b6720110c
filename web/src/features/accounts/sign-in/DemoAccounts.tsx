import { Trans } from '@lingui/react/macro';
import { initials } from '@openlarder/domain/accounts/person-names.ts';
import type { Community } from '@openlarder/domain/community/community-contract.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { personTypeLabel } from '../profile/person-labels.ts';
import { useSignIn } from './use-sign-in.ts';

type DemoAccountsProps = { accounts: Community['demoAccounts']; returnTo: string };

/** A person with one name or more, or an organization. */
function asPerson({ id, name, organizationName }: Community['demoAccounts'][number]) {
  const [firstName = '', ...others] = name.split(' ');
  return {
    id,
    organizationName,
    initials: initials({ firstName, lastName: others.at(-1), organizationName }),
  };
}

export function DemoAccounts({ accounts, returnTo }: DemoAccountsProps) {
  const signIn = useSignIn(returnTo);
  const busy = signIn.isPending || signIn.isSuccess;
  return (
    <section aria-labelledby="demo-accounts" className="rounded-card border bg-bg p-4 sm:p-5">
      <h2 id="demo-accounts" className="text-lg">
        <Trans>Try it as…</Trans>
      </h2>
      <p className="mt-1 text-sm text-muted">
        <Trans>This is a demo community. No one here is real, so try anything you like.</Trans>
      </p>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-2">
        {accounts.map((account) => (
          <li key={account.email}>
            <button
              type="button"
              aria-disabled={busy}
              onClick={() => {
                if (!busy) signIn.mutate({ email: account.email, password: account.password });
              }}
              className="flex size-full min-h-14 flex-col items-center gap-2 rounded-control border bg-surface px-2 py-3 text-center transition-colors duration-150 hover:border-brand"
            >
              <span className="relative">
                <PersonAvatar person={asPerson(account)} />
                {signIn.variables?.email === account.email && busy && (
                  <Spinner className="absolute inset-0 m-auto" />
                )}
              </span>
              <span>
                <span className="block leading-tight font-semibold wrap-anywhere">
                  <bdi translate="no">{account.name}</bdi>
                </span>
                <span className="block text-sm text-muted">
                  {account.isAdmin ? <Trans>Organizer</Trans> : personTypeLabel(account)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {signIn.error && (
        <Notice tone="error" announce className="mt-3">
          {errorMessage(signIn.error)}
        </Notice>
      )}
    </section>
  );
}
