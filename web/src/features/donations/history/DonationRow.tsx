import { Trans, useLingui } from '@lingui/react/macro';
import type { Donation } from '@openlarder/domain/donations/donation-contract.ts';
import { hasReceipt } from '@openlarder/domain/donations/donation-fields.ts';
import { ChevronDown, Receipt } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { paths } from '#web/lib/paths.ts';
import { formatExactMoney, formatMoney } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import {
  formatDonationDate,
  paymentMethodLabel,
  STATUS_TONES,
  statusLabel,
  typeLabel,
} from '../donation-labels.ts';

type DonationRowProps = {
  readonly donation: Donation;
  /** Marks money of the demo, where there is other money too. */
  readonly marksDemo: boolean;
};

export function DonationRow({ donation, marksDemo }: DonationRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { amount, currency, refundedAmount, disputedAmount } = donation;
  const refunded = formatMoney(refundedAmount, currency);
  return (
    <Card as="li" className="p-0!">
      <div className="flex flex-wrap items-center">
        <h3 className="min-w-[min(10.5rem,100%)] flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="flex w-full items-center gap-3 rounded-card p-4 text-start hover:bg-bg"
          >
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                <span className="font-display text-xl font-bold tracking-[-0.02em] tabular-nums">
                  {formatMoney(amount, currency)}
                </span>
                <Badge tone={STATUS_TONES[donation.status]}>{statusLabel(donation.status)}</Badge>
                {refundedAmount > 0 && (
                  <Badge tone="today">
                    <Trans>{refunded} refunded</Trans>
                  </Badge>
                )}
                {disputedAmount > 0 && (
                  <Badge tone="today">
                    <Trans>Disputed</Trans>
                  </Badge>
                )}
                {marksDemo && donation.isDemo && (
                  <Badge tone="plain">
                    <Trans>Demo money</Trans>
                  </Badge>
                )}
              </span>
              <span className="mt-1 block font-semibold">{typeLabel(donation.donationType)}</span>
              <span className="block text-sm text-muted">{formatDonationDate(donation.createdAt)}</span>
            </span>
            <ChevronDown
              className={`size-5 shrink-0 text-muted transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
            />
          </button>
        </h3>
        <div className="ms-auto pe-2 max-[22rem]:pb-2">
          <ReceiptButton isQuiet donation={donation} />
        </div>
      </div>
      <div id={id} hidden={!isOpen} className="border-t px-4 pt-3 pb-4">
        {isOpen && <Details donation={donation} />}
      </div>
    </Card>
  );
}

function Fact({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </div>
  );
}

const moneyOr = (cents: number | null, currency: string): ReactNode =>
  cents === null ? <Trans>Not known yet</Trans> : formatExactMoney(cents, currency);

function Details({ donation }: { readonly donation: Donation }) {
  const { currency, refundedAmount, disputedAmount, donorMessage, processedAt } = donation;
  return (
    <>
      <dl className="flex flex-col gap-1.5 text-sm">
        <Fact label={<Trans>Amount</Trans>}>{formatExactMoney(donation.amount, currency)}</Fact>
        <Fact label={<Trans>Processing Fee</Trans>}>{moneyOr(donation.platformFeeAmount, currency)}</Fact>
        <Fact label={<Trans>Net Amount</Trans>}>{moneyOr(donation.netAmount, currency)}</Fact>
        {refundedAmount > 0 && (
          <Fact label={<Trans>Refunded</Trans>}>{formatExactMoney(refundedAmount, currency)}</Fact>
        )}
        {disputedAmount > 0 && (
          <Fact label={<Trans>Disputed</Trans>}>{formatExactMoney(disputedAmount, currency)}</Fact>
        )}
        <Fact label={<Trans>Payment Method</Trans>}>{paymentMethodLabel(donation.paymentMethodType)}</Fact>
        {processedAt !== null && (
          <Fact label={<Trans>Processed</Trans>}>{formatDonationDate(processedAt)}</Fact>
        )}
        <Fact label={<Trans>Shown as</Trans>}>
          {donation.isAnonymous ? <Trans>Anonymous</Trans> : <Trans>Your name</Trans>}
        </Fact>
        <Fact label={<Trans>Donation ID</Trans>}>
          <span className="break-all">{donation.id}</span>
        </Fact>
      </dl>
      {donorMessage !== '' && (
        <blockquote className="mt-3 rounded-control bg-sunken px-4 py-3 whitespace-pre-line">
          {donorMessage}
        </blockquote>
      )}
    </>
  );
}

/** The provider's receipt, else ours; a notice for a donation that has none. */
export function ReceiptButton({
  donation: { id, status, receiptUrl },
  isQuiet = false,
}: {
  readonly donation: Pick<Donation, 'id' | 'status' | 'receiptUrl'>;
  /** Without an edge, at each row of a list. */
  readonly isQuiet?: boolean;
}) {
  const { t } = useLingui();
  const look = isQuiet
    ? ({ variant: 'quiet', className: 'px-2.5!' } as const)
    : ({ variant: 'secondary' } as const);
  const label = (
    <>
      <Receipt className={isQuiet ? 'size-5 max-sm:hidden' : 'size-5'} />
      <Trans>Receipt</Trans>
    </>
  );
  if (!hasReceipt(status))
    return (
      <Button
        {...look}
        onClick={() => toastFailure(t`Receipt Unavailable`, t`Receipt is not available for this donation`)}
      >
        {label}
      </Button>
    );
  return receiptUrl === null ? (
    <LinkButton {...look} href={paths.receipt(id)}>
      {label}
    </LinkButton>
  ) : (
    <LinkButton {...look} href={receiptUrl} leaves target="_blank" rel="noreferrer">
      {label}
    </LinkButton>
  );
}
