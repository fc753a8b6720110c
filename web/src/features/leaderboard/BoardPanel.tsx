import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { BoardList, OwnRow, type PointsKind } from './BoardList.tsx';
import type { Board } from './board-rows.ts';
import { Podium } from './Podium.tsx';

const SKELETON_ROWS = 10;

type Props = {
  readonly query: Pick<UseQueryResult, 'refetch' | 'isFetching' | 'isError'>;
  /** Undefined until it is loaded. */
  readonly board: Board | undefined;
  readonly kind: PointsKind;
  readonly label: string;
  readonly meId: string;
  /** Below one's own row. */
  readonly ownNote: ReactNode;
};

/** One board: its podium, one's own place and the rows; or that it loads, is empty or could not be loaded. */
export function BoardPanel({ query, board, kind, label, meId, ownNote }: Props) {
  const { t } = useLingui();
  if (!board)
    return query.isError ? (
      <ErrorState
        title={t`We couldn't load the leaderboard.`}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      >
        <Trans>Your points are safe.</Trans>
      </ErrorState>
    ) : (
      <BoardSkeleton />
    );
  const { listed, own } = board;
  return (
    <div className="flex flex-col gap-4">
      {own && (
        <div className="flex flex-col gap-2">
          <OwnRow row={own} kind={kind} />
          {ownNote}
        </div>
      )}
      {listed.length > 0 ? (
        <div>
          <Podium rows={listed} />
          <BoardList rows={listed} kind={kind} meId={meId} label={label} />
        </div>
      ) : (
        <EmptyState drawing="basket" title={t`No Rankings Yet`} headingLevel={2}>
          <Trans>Be the first to earn points and climb the leaderboard!</Trans>
        </EmptyState>
      )}
    </div>
  );
}

function BoardSkeleton() {
  return (
    <div className="overflow-hidden rounded-card bg-surface shadow-card">
      <VisuallyHidden>
        <output>
          <Trans>Loading the leaderboard</Trans>
        </output>
      </VisuallyHidden>
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
