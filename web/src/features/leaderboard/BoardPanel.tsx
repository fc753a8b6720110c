import { Trans, useLingui } from '@lingui/react/macro';
import type { BoardMonths } from '@openlarder/domain/leaderboard/leaderboard-contract.ts';
import { addMonths, type Month } from '@openlarder/domain/leaderboard/months.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronDown, ChevronLeft, ChevronRight, Crown, type LucideIcon, Medal, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatMonthName, formatNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { QueryState } from '#web/ui/ErrorState.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { Board, BoardFilter } from './leaderboard.queries.ts';
import { BoardList, OwnRow, type PointsKind } from './BoardList.tsx';

const SKELETON_ROWS = 10;
/** More rows come on a tap; one's own place stands above them. */
const FIRST_ROWS = 10;

type Props = {
  readonly query: Pick<UseQueryResult, 'refetch' | 'isFetching' | 'isError' | 'error'>;
  readonly board: Board | undefined;
  readonly kind: PointsKind;
  readonly label: string;
  readonly meId: string;
  readonly ownNote: ReactNode;
};

/** One board: one's own place and the rows; or that it loads, is empty or could not be loaded. */
export function BoardPanel({ query, board, kind, label, meId, ownNote }: Props) {
  const { t } = useLingui();
  const [isWhole, setWhole] = useState(false);
  if (!board)
    return (
      <QueryState
        of={query}
        title={t`We couldn't load the leaderboard.`}
        reason={<Trans>Your points are safe.</Trans>}
      >
        <BoardSkeleton />
      </QueryState>
    );
  const { listed } = board;
  const shown = isWhole || listed.length <= FIRST_ROWS + 2 ? listed : listed.slice(0, FIRST_ROWS);
  const own = board.own ?? listed.slice(shown.length).find(({ user }) => user.id === meId);
  return (
    <div className="flex flex-col gap-4">
      {own && (
        <div className="flex flex-col gap-2">
          <OwnRow row={own} kind={kind} />
          {board.own && ownNote}
        </div>
      )}
      {listed.length > 0 ? (
        <div>
          <BoardList rows={shown} kind={kind} meId={meId} label={label} />
          {shown.length < listed.length && (
            <Button variant="quiet" wide className="mt-2" onClick={() => setWhole(true)}>
              {/* no number: beside "Active Heroes", which is of the longer list, it would contradict that */}
              <Trans>Show everyone</Trans>
            </Button>
          )}
        </div>
      ) : (
        <EmptyState illustration="basket" title={t`No Rankings Yet`} headingLevel={2}>
          <Trans>Be the first to earn points and climb the leaderboard!</Trans>
        </EmptyState>
      )}
    </div>
  );
}

function BoardSkeleton() {
  return (
    <div className="overflow-hidden rounded-card bg-surface shadow-card">
      <span className="sr-only">
        <output>
          <Trans>Loading the leaderboard</Trans>
        </output>
      </span>
      {Array.from({ length: SKELETON_ROWS }, (_, nth) => (
        <div
          key={nth}
          data-skeleton-row=""
          className="flex min-h-16 items-center gap-3 border-b px-3 py-2 last:border-b-0 sm:px-5"
        >
          <Skeleton className="size-9 rounded-full" />
          <Skeleton className="size-10 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
          <Skeleton className="h-8 w-14" />
        </div>
      ))}
    </div>
  );
}

type LeaderboardFilterProps = {
  readonly value: BoardFilter;
  readonly onChange: (value: BoardFilter) => void;
};

export function LeaderboardFilter({ value, onChange }: LeaderboardFilterProps) {
  const { t } = useLingui();
  const choices: readonly { readonly value: BoardFilter; readonly label: string }[] = [
    { value: undefined, label: t`All Users` },
    { value: 'donor', label: t`Donors` },
    { value: 'volunteer', label: t`Volunteers` },
    { value: 'recipient', label: t`Community` },
  ];
  return (
    <span className="relative my-1 inline-flex max-w-full items-center">
      <select
        aria-label={t`Who to show`}
        value={value ?? ''}
        onChange={(event) => onChange(choices.find((one) => (one.value ?? '') === event.target.value)?.value)}
        className="min-h-11 max-w-full appearance-none rounded-full border border-control bg-surface ps-3.5 pe-9 text-base font-semibold text-ink"
      >
        {choices.map((one) => (
          <option key={one.label} value={one.value ?? ''}>
            {one.label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute end-3 size-5" />
    </span>
  );
}

type MonthStepperProps = {
  readonly months: BoardMonths;
  readonly month: Month;
  readonly onChange: (month: Month) => void;
};

/** The way back, month by month, to the first one with points, and forth again. Nothing before there is one. */
export function MonthStepper({ months: { current, first }, month, onChange }: MonthStepperProps) {
  const { t } = useLingui();
  if (first >= current) return null;
  const go = (count: number) => () => onChange(addMonths(month, count));
  return (
    <div className="-mt-2 mb-2 flex items-center justify-center gap-2">
      <IconButton
        label={t`Earlier month`}
        icon={<ChevronLeft className="rtl:-scale-x-100" />}
        aria-disabled={month <= first}
        onClick={month <= first ? undefined : go(-1)}
        className="aria-disabled:opacity-40"
      />
      <output className="min-w-36 text-center font-semibold">{formatMonthName(month)}</output>
      <IconButton
        label={t`Later month`}
        icon={<ChevronRight className="rtl:-scale-x-100" />}
        aria-disabled={month >= current}
        onClick={month >= current ? undefined : go(1)}
        className="aria-disabled:opacity-40"
      />
    </div>
  );
}

type LeaderboardStatsProps = {
  /** Undefined while it loads, or could not be. */
  readonly topMonthly: number | undefined;
  readonly topAllTime: number | undefined;
  readonly heroes: number | undefined;
};

export function LeaderboardStats({ topMonthly, topAllTime, heroes }: LeaderboardStatsProps) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(6.25rem,1fr))] gap-2 sm:gap-4 wide:grid-cols-1">
      <Stat icon={Medal} label={<Trans>Top Monthly Score</Trans>} value={topMonthly} />
      <Stat icon={Crown} label={<Trans>All-Time Leader</Trans>} value={topAllTime} />
      <Stat icon={Users} label={<Trans>Active Heroes</Trans>} value={heroes} />
    </dl>
  );
}

type StatProps = {
  readonly icon: LucideIcon;
  readonly label: ReactNode;
  readonly value: number | undefined;
};

function Stat({ icon: Icon, label, value }: StatProps) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end gap-0.5 rounded-card bg-surface px-3 py-2.5 shadow-card sm:px-5 sm:py-4">
      <dt className="text-sm/tight text-muted hyphens-auto wrap-anywhere">{label}</dt>
      <dd className="flex items-center gap-2 font-display text-xl font-bold tabular-nums">
        <Icon aria-hidden="true" className="size-5 shrink-0 text-plum max-sm:hidden" />
        {value === undefined ? <Skeleton className="h-7 w-12" /> : formatNumber(value)}
      </dd>
    </div>
  );
}
