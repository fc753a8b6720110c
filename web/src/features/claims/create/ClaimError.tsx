import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { formatServings } from '#web/lib/format.ts';
import { errorMessage, HttpError, isUnauthorized } from '#web/lib/http-error.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';

const ResendVerificationMail = lazyPart(
  async () =>
    (await import('#web/features/accounts/sign-in/ResendVerificationMail.tsx')).ResendVerificationMail,
);

type Props = {
  readonly error: unknown;
  readonly requested: number;
  readonly left: number;
  readonly countedAs: Listing['countedAs'];
};

const hasStatus = (error: unknown, status: number): error is HttpError =>
  error instanceof HttpError && error.status === status;

export function ClaimError({ error, requested, left, countedAs }: Props) {
  if (!error || isUnauthorized(error)) return null;
  const amount = formatServings(left, countedAs);
  const isFewerNow = hasStatus(error, 409) && left > 0 && left < requested;
  return (
    <div className="mb-2 flex w-full flex-col items-start gap-1">
      <p role="alert" className="text-sm font-medium text-tomato">
        {isFewerNow
          ? plural(left, {
              one: `Only ${amount} is left now. Would you like it?`,
              other: `Only ${amount} are left now. Would you like them?`,
            })
          : errorMessage(error)}
      </p>
      {hasStatus(error, 403) && error.code === 'verify-email' && (
        <Suspense fallback={null}>
          <ResendVerificationMail />
        </Suspense>
      )}
      {hasStatus(error, 409) && error.code === 'claim-limit' && (
        <Link
          href={paths.profileSection('pickups')}
          className="inline-flex min-h-11 items-center rounded-small font-semibold underline underline-offset-4"
        >
          <Trans>See my pickups</Trans>
        </Link>
      )}
    </div>
  );
}
