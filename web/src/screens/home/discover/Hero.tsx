import { Trans } from '@lingui/react/macro';
import { HandHeart, Search } from 'lucide-react';
import { Link } from 'wouter';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { ownListingsQuery } from '#web/features/claims/claims.queries.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';

/** A short welcome with the two main actions. */
export function Hero({ onFind }: { onFind: () => void }) {
  const { id, firstName, userType, organizationName } = useCurrentUser();
  const mayHaveShared = userType === 'recipient' && organizationName === null;
  const { data: shared = [], isLoading } = useQuery({ ...ownListingsQuery(id), enabled: mayHaveShared });
  const seesNeeds = userType === 'volunteer' || shared.length > 0;
  return (
    <section
      aria-labelledby="welcome"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-brand-soft p-3 text-brand-soft-ink"
    >
      <p
        id="welcome"
        className={classNames(
          'px-1 font-display text-lg/tight font-bold tracking-[-0.02em] w-full',
          // no greeting is better than one that changes
          isLoading && 'invisible',
        )}
      >
        {organizationName !== null ? (
          <Trans>Anything left over today? A neighbor will love it.</Trans>
        ) : userType === 'donor' ? (
          <Trans>Cooked too much, {firstName}? A neighbor will love it.</Trans>
        ) : seesNeeds ? (
          <>
            {userType === 'volunteer' ? (
              <Trans>Ready to help, {firstName}?</Trans>
            ) : (
              <Trans>Food to spare again, {firstName}?</Trans>
            )}{' '}
            <Link
              href={paths.whoNeedsFood}
              className="inline-block min-h-11 content-center underline underline-offset-4"
            >
              <Trans>See who needs food</Trans>
            </Link>
          </>
        ) : (
          <Trans>Hungry, {firstName}? Here's what's nearby.</Trans>
        )}
      </p>
      <div className="flex flex-auto flex-wrap gap-2">
        <Button variant="secondary" onClick={onFind} className="flex-auto border-transparent text-sm">
          <Search className="hidden size-5 sm:block" />
          <Trans>Find Food Near You</Trans>
        </Button>
        <LinkButton
          href={paths.tab('share')}
          variant="secondary"
          className="flex-auto border-transparent text-sm"
        >
          <HandHeart className="hidden size-5 sm:block" />
          <Trans>Share Food</Trans>
        </LinkButton>
      </div>
    </section>
  );
}
