import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { displayName } from '@openlarder/domain/accounts/person-names.ts';
import type { Donation } from '@openlarder/domain/donations/donation-contract.ts';
import { hasReceipt } from '@openlarder/domain/donations/donation-fields.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, Printer } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Redirect } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useAppName } from '#web/features/community/community-settings.ts';
import { WordMark } from '#web/features/community/WordMark.tsx';
import { paths } from '#web/lib/paths.ts';
import { formatExactMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import { formatDonationDate, paymentMethodLabel, typeLabel } from '../donation-labels.ts';
import { donationsQuery } from '../donations.queries.ts';

type ReceiptPageProps = { readonly donation: Donation; readonly me: User };

export function ReceiptPage({ donation, me }: ReceiptPageProps) {
  const appName = useAppName();
  const { amount, currency, refundedAmount, disputedAmount, isAnonymous } = donation;
  const refunded = formatExactMoney(refundedAmount, currency);
  const disputed = formatExactMoney(disputedAmount, currency);
  const lines: readonly (readonly [name: string, label: ReactNode, value: ReactNode])[] = [
    ['date', <Trans key="date">Date</Trans>, formatDonationDate(donation.processedAt ?? donation.createdAt)],
    [
      'donor',
      <Trans key="donor" context="receipt">
        Donor
      </Trans>,
      isAnonymous ? <Trans>Anonymous</Trans> : displayName(me),
    ],
    ['purpose', <Trans key="purpose">Purpose</Trans>, typeLabel(donation.donationType)],
    ['method', <Trans key="method">Payment Method</Trans>, paymentMethodLabel(donation.paymentMethodType)],
    ['id', <Trans key="id">Donation ID</Trans>, donation.id],
  ];
  return (
    <article className="mx-auto flex max-w-xl flex-col gap-5 wide:py-6">
      <LinkButton
        href={paths.donateStep('history')}
        variant="quiet"
        className="-ms-4 self-start underline underline-offset-4 print:hidden"
      >
        <ChevronLeft className="size-5 rtl:-scale-x-100" />
        <Trans>Back to your donations</Trans>
      </LinkButton>
      <div className="hidden print:block">
        <WordMark />
      </div>
      <PageHeading
        action={
          <Button variant="secondary" className="print:hidden" onClick={() => window.print()}>
            <Printer className="size-5" />
            <Trans>Print</Trans>
          </Button>
        }
      >
        <Trans>Donation receipt</Trans>
      </PageHeading>
      {donation.isDemo && (
        <Notice title={<Trans>Demo money</Trans>}>
          <Trans>This is an example. No one was charged, and it's no proof of a donation.</Trans>
        </Notice>
      )}
      <Card>
        <p className="font-display text-3xl font-bold tracking-[-0.02em] tabular-nums">
          {formatExactMoney(amount, currency)}
        </p>
        {refundedAmount > 0 && (
          <p className="mt-1 font-semibold">
            <Trans>Refunded since: {refunded}</Trans>
          </p>
        )}
        {disputedAmount > 0 && (
          <p className="mt-1 font-semibold">
            <Trans>Disputed since: {disputed}</Trans>
          </p>
        )}
        <dl className="mt-4 flex flex-col gap-2 border-t pt-4">
          {lines.map(([name, label, value]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-6">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <p className="text-muted">
        <Trans>Thank you for giving to {appName}.</Trans>
      </p>
    </article>
  );
}

/** The receipt of one's own donation; for one without a receipt, the history with a notice. */
export function OwnReceipt({ id }: { readonly id: string }) {
  const me = useCurrentUser();
  const donations = useQuery(donationsQuery);
  if (donations.isPending) return <Skeleton className="mx-auto mt-6 h-80 max-w-xl rounded-card" />;
  if (donations.isError)
    return (
      <QueryError
        of={donations}
        title={<Trans>Failed to load donation history. Please try again later.</Trans>}
        reason={null}
      />
    );
  const donation = donations.data.find((each) => each.id === id && hasReceipt(each.status));
  return donation ? <ReceiptPage donation={donation} me={me} /> : <NoReceipt />;
}

function NoReceipt() {
  const { t } = useLingui();
  useEffect(() => {
    toastFailure(t`Receipt Unavailable`, t`Receipt is not available for this donation`);
  }, [t]);
  return <Redirect to={paths.donateStep('history')} replace />;
}
