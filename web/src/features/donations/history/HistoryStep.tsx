import { Trans, useLingui } from '@lingui/react/macro';
import type { Donation } from '@openlarder/domain/donations/donation-contract.ts';
import {
  DATE_SPANS,
  type DateSpan,
  type DonationFilters,
  filterDonations,
  NO_FILTERS,
} from '@openlarder/domain/donations/donation-filters.ts';
import { keptCents } from '@openlarder/domain/donations/donation-impact.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsWide } from '#web/lib/browser-state.ts';
import { deviceZone, formatList, formatMoney } from '#web/lib/format.ts';
import { isUnauthorized } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { signInPath } from '#web/lib/session-navigation.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast, toastFailure } from '#web/ui/toast-store.ts';
import { statusLabel, typeLabel, formatDonationDate, paymentMethodLabel } from '../donation-labels.ts';
import { donationsQuery } from '../donations.queries.ts';
import { StepHeading } from '../StepHeading.tsx';
import { CommunityDonationTotals, DonationStats } from './DonationStats.tsx';
import { DonationRow } from './DonationRow.tsx';
import { Thanks } from './Thanks.tsx';
import { DONATION_STATUSES, DONATION_TYPES } from '@openlarder/domain/donations/donation-fields.ts';
import { Download, SlidersHorizontal } from 'lucide-react';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { SelectField, TextField } from '#web/ui/TextField.tsx';
import { t as translate } from '@lingui/core/macro';
import { csvFile } from '@openlarder/domain/kernel/csv.ts';
import { DEFAULT_CURRENCY, plainAmount } from '@openlarder/domain/kernel/currencies.ts';
import { calendarDay } from '@openlarder/domain/kernel/time.ts';

type HistoryStepProps = {
  /** Paid just now: thanked for above everything else. */
  readonly paid?: Donation | null;
};

export function HistoryStep({ paid = null }: HistoryStepProps) {
  const donations = useQuery(donationsQuery);
  if (isUnauthorized(donations.error)) return <SignInRequired />;
  const isEmpty = donations.data?.length === 0;
  return (
    <div className="flex flex-col gap-6">
      {paid?.status === 'succeeded' ? (
        <Thanks donation={paid} />
      ) : (
        <StepHeading className="sr-only">
          <Trans>Your Impact</Trans>
        </StepHeading>
      )}
      {isEmpty && <NoDonations />}
      <DonationStats isFailureSaid={donations.isError} />
      {donations.isPending && <RowSkeletons />}
      {donations.isError && (
        <QueryError
          of={donations}
          title={<Trans>Failed to load donation history. Please try again later.</Trans>}
          reason={null}
        />
      )}
      {donations.data && !isEmpty && <History donations={donations.data} />}
      <CommunityDonationTotals />
    </div>
  );
}

function RowSkeletons() {
  return (
    <div className="flex flex-col gap-3">
      {['first', 'second', 'third'].map((key) => (
        <Skeleton key={key} className="h-27 rounded-card" />
      ))}
    </div>
  );
}

/** What is left of donations, in each currency. */
function formatTotals(donations: readonly Donation[]): string {
  const sums = new Map<string | undefined, number>(donations.length === 0 ? [[undefined, 0]] : []);
  for (const donation of donations)
    sums.set(donation.currency, (sums.get(donation.currency) ?? 0) + keptCents(donation));
  return formatList([...sums].map(([currency, cents]) => formatMoney(cents, currency)));
}

function History({ donations }: { readonly donations: readonly Donation[] }) {
  const { t } = useLingui();
  const [filters, setFilters] = useState<DonationFilters>(NO_FILTERS);
  // the spans end when the list was opened
  const [nowMs] = useState(() => Date.now());
  const shown = filterDonations(donations, filters, { labelOf: typeLabel, nowMs, timeZone: deviceZone() });
  const shownCount = shown.length;
  const allCount = donations.length;
  const total = formatTotals(shown);
  const isAllDemo = donations.every(({ isDemo }) => isDemo);
  const exportShown = () => {
    if (shownCount === 0) {
      toastFailure(t`No Data`, t`No donations to export`);
      return;
    }
    downloadFile(csvFileName(Date.now()), donationsCsv(shown), 'text/csv;charset=utf-8');
    toast({
      title: t`Export Complete`,
      description: t`Your donation history has been downloaded`,
      tone: 'success',
    });
  };
  return (
    <section aria-label={t`Your donations`} className="flex flex-col gap-4">
      <HistoryFilters
        filters={filters}
        onChange={(change) => setFilters({ ...filters, ...change })}
        onExport={exportShown}
      />
      {donations.some(({ isDemo }) => isDemo) && (
        <Notice title={<Trans>Demo money</Trans>}>
          <Trans>These donations are examples. No one was charged.</Trans>
        </Notice>
      )}
      {shownCount === 0 ? (
        <NoDonations onClear={() => setFilters(NO_FILTERS)} />
      ) : (
        <ul className="flex flex-col gap-3">
          {shown.map((donation) => (
            <DonationRow key={donation.id} donation={donation} marksDemo={!isAllDemo} />
          ))}
        </ul>
      )}
      <p className="flex flex-wrap justify-between gap-x-4 text-muted">
        <output>
          <Trans>
            Showing {shownCount} of {allCount} donations
          </Trans>
        </output>
        <span className="font-semibold text-ink tabular-nums">
          <Trans>Total: {total}</Trans>
        </span>
        {shown.some((donation) => keptCents(donation) !== donation.amount) && (
          <span className="basis-full text-sm">
            <Trans>The total is what was paid, less refunds and disputes.</Trans>
          </span>
        )}
      </p>
    </section>
  );
}

/** There are none, or `onClear` clears the filters that leave none. */
function NoDonations({ onClear }: { readonly onClear?: () => void }) {
  return (
    <EmptyState
      illustration="jar"
      headingLevel={3}
      title={<Trans>No Donations Found</Trans>}
      action={
        onClear ? (
          <Button variant="secondary" onClick={onClear}>
            <Trans>Clear Filters</Trans>
          </Button>
        ) : (
          <LinkButton href={paths.donate}>
            <Trans>Make Your First Donation</Trans>
          </LinkButton>
        )
      }
    >
      {onClear ? (
        <Trans>No donations match your current filters</Trans>
      ) : (
        <Trans>You haven't made any donations yet</Trans>
      )}
    </EmptyState>
  );
}

/** Instead of the history, once the session has ended. */
function SignInRequired() {
  return (
    <EmptyState
      illustration="shield"
      headingLevel={2}
      title={<Trans>Sign In Required</Trans>}
      action={
        <LinkButton href={signInPath(paths.donateStep('history'))} leaves>
          <Trans>Sign In</Trans>
        </LinkButton>
      }
    >
      <Trans>Sign in to see your donations.</Trans>
    </EmptyState>
  );
}

type HistoryFiltersProps = {
  readonly filters: DonationFilters;
  readonly onChange: (change: Partial<DonationFilters>) => void;
  readonly onExport: () => void;
};

const isSpan = (text: string): text is DateSpan => Object.hasOwn(DATE_SPANS, text);

function HistoryFilters({ filters, onChange, onExport }: HistoryFiltersProps) {
  const { t } = useLingui();
  const spans: Readonly<Record<DateSpan, string>> = {
    month: t`Last month`,
    quarter: t`Last quarter`,
    year: t`Last year`,
  };
  const isWide = useIsWide();
  const [isOpen, setOpen] = useState(false);
  const fields = (
    <div className="grid grow grid-cols-[repeat(auto-fit,minmax(min(8.75rem,100%),1fr))] items-end gap-3 max-wide:order-last max-wide:basis-full wide:grid-cols-[2fr_1fr_1fr_1fr]">
      <TextField
        label={<Trans>Search donations</Trans>}
        type="search"
        className="col-span-full wide:col-span-1"
        value={filters.search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
      <SelectField
        label={<Trans>Status</Trans>}
        value={filters.status}
        options={[
          { value: 'all', label: t`All statuses` },
          ...DONATION_STATUSES.map((value) => ({ value, label: statusLabel(value) })),
        ]}
        onChange={({ target }) =>
          onChange({ status: DONATION_STATUSES.find((status) => status === target.value) ?? 'all' })
        }
      />
      <SelectField
        label={<Trans>Type</Trans>}
        value={filters.type}
        options={[
          { value: 'all', label: t`All types` },
          ...DONATION_TYPES.map((value) => ({ value, label: typeLabel(value) })),
        ]}
        onChange={({ target }) =>
          onChange({ type: DONATION_TYPES.find((type) => type === target.value) ?? 'all' })
        }
      />
      <SelectField
        label={<Trans>Date</Trans>}
        value={filters.span}
        options={[
          { value: 'all', label: t`All time` },
          ...(['month', 'quarter', 'year'] as const).map((value) => ({ value, label: spans[value] })),
        ]}
        onChange={({ target }) => onChange({ span: isSpan(target.value) ? target.value : 'all' })}
      />
    </div>
  );
  return (
    <div className="flex flex-wrap items-end gap-3">
      {!isWide && (
        <Button
          variant="secondary"
          className="min-h-12! flex-1"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal className="size-5" />
          <Trans>Filter</Trans>
        </Button>
      )}
      {(isWide || isOpen) && fields}
      <Button variant="secondary" className="min-h-12! max-wide:flex-1" onClick={onExport}>
        <Download className="size-5" />
        <Trans>Export</Trans>
      </Button>
    </div>
  );
}

/** Donations as CSV, in the order of the list; amounts are plain numbers, so that they can be added up; their
 * currency has a column where it is not the dollar. */
export function donationsCsv(donations: readonly Donation[], timeZone = deviceZone()): string {
  const isInDollars = donations.every(({ currency }) => currency === DEFAULT_CURRENCY);
  const rows = donations.map((donation) => [
    formatDonationDate(donation.createdAt, timeZone),
    plainAmount(donation.amount, donation.currency),
    typeLabel(donation.donationType),
    statusLabel(donation.status),
    paymentMethodLabel(donation.paymentMethodType),
    donation.donorMessage,
    ...(isInDollars ? [] : [donation.currency]),
  ]);
  const columns = [
    translate`Date`,
    translate`Amount`,
    translate`Type`,
    translate`Status`,
    translate`Payment Method`,
    translate`Message`,
  ];
  return csvFile([...columns, ...(isInDollars ? [] : [translate`Currency`])], rows);
}

export const csvFileName = (nowMs: number, timeZone = deviceZone()): string =>
  `donation-history-${calendarDay(nowMs, timeZone)}.csv`;

function downloadFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the download has begun by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
