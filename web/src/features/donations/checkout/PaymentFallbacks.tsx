import { Trans } from '@lingui/react/macro';
import { CreditCard } from 'lucide-react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

type PaymentSetupFailedProps = {
  readonly onBack: () => void;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
  /** Stands below another way to pay, which is the one to take. */
  readonly isAside?: boolean;
};

/** The payment could not be started; there was no charge. */
export function PaymentSetupFailed({
  onBack,
  onRetry,
  isRetrying,
  isAside = false,
}: PaymentSetupFailedProps) {
  // "contact support" names no one
  const mailbox = useCommunity()?.volunteerEmail ?? null;
  return (
    <Card
      as="section"
      aria-labelledby="payment-setup-failed"
      className="flex flex-col items-center text-center"
    >
      {isAside ? (
        <p className="text-sm text-muted">
          <Trans>Without a card provider, a community shows this:</Trans>
        </p>
      ) : (
        <span className="mb-2 inline-flex size-14 items-center justify-center rounded-full bg-sunken">
          <CreditCard className="size-7" />
        </span>
      )}
      <h3 id="payment-setup-failed" className="mt-2 text-lg font-semibold">
        <Trans>Payment Setup Failed</Trans>
      </h3>
      <p className="mt-1 max-w-[42ch] text-muted">
        <Trans>
          Payment processing is temporarily unavailable. Please contact support or try again later.
        </Trans>
      </p>
      {!isAside && (
        <p className="mt-2 max-w-[42ch] text-muted">
          <Trans>You haven't been charged, and what you chose is still here.</Trans>
        </p>
      )}
      {mailbox !== null && (
        <p className="mt-2">
          <Trans>Write to us:</Trans>{' '}
          <a
            href={`mailto:${mailbox}`}
            translate="no"
            className="inline-flex min-h-11 items-center font-semibold wrap-anywhere underline underline-offset-4"
          >
            {mailbox}
          </a>
        </p>
      )}
      <div className="mt-5 flex w-full flex-wrap justify-center gap-3 *:flex-1 sm:*:flex-none">
        <Button variant="secondary" onClick={onBack}>
          <Trans>Go Back</Trans>
        </Button>
        <Button variant={isAside ? 'secondary' : 'primary'} busy={isRetrying} onClick={onRetry}>
          <Trans>Try Again</Trans>
        </Button>
      </div>
    </Card>
  );
}

/** As high as the provider's fields for a card. */
export function PaymentFieldsSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <Skeleton className="h-17 rounded-control" />
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-17 rounded-control" />
        <Skeleton className="h-17 rounded-control" />
      </div>
      <Skeleton className="h-17 rounded-control" />
    </div>
  );
}
