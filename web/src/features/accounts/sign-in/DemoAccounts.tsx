import { Trans } from '@lingui/react/macro';
import type { Community } from '@openlarder/domain/community/community-contract.ts';
import { ChevronRight } from 'lucide-react';
import { errorMessage } from '#web/lib/http-error.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { personTypeLabel } from '../profile/person-labels.ts';
import { useSignIn } from './use-sign-in.ts';

type DemoAccountsProps = { accounts: Community['demoAccounts']; returnTo: string };

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.slice(0, 1))
    .join('')
    .slice(0, 2);

/** The accounts of the demo community, each a one-press sign-in. */
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
      <ul className="mt-3 flex flex-col gap-2">
        {accounts.map((account) => (
          <li key={account.email}>
            <button
              type="button"
              aria-disabled={busy}
              onClick={() => {
                if (!busy) signIn.mutate({ email: account.email, password: account.password });
              }}
              className="flex min-h-14 w-full items-center gap-3 rounded-control border bg-surface px-3 py-2 text-start transition-colors duration-150 hover:border-brand"
            >
              <Avatar initials={initialsOf(account.name)} seed={account.email} size="small" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">
                  <bdi>{account.name}</bdi>
                </span>
                <span className="block text-sm text-muted">
                  {account.isAdmin ? <Trans>Organizer</Trans> : personTypeLabel(account)}
                </span>
              </span>
              {signIn.variables?.email === account.email && busy ? (
                <Spinner className="text-muted" />
              ) : (
                <ChevronRight aria-hidden="true" className="size-5 text-muted rtl:-scale-x-100" />
              )}
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
