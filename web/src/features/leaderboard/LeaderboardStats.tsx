import { Trans } from '@lingui/react/macro';
import { Crown, type LucideIcon, Medal, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';

type Props = {
  /** Undefined while it loads, or could not be. */
  readonly topMonthly: number | undefined;
  readonly topAllTime: number | undefined;
  readonly heroes: number | undefined;
};

/** The three figures of the boards. */
export function LeaderboardStats({ topMonthly, topAllTime, heroes }: Props) {
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
