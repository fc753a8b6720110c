import { Trans, useLingui } from '@lingui/react/macro';
import { displayName, initials } from '@openlarder/domain/accounts/person-names.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Avatar } from '#web/ui/Avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { Board, BoardRow } from './board-rows.ts';
import { BoardList, OwnRow, type PointsKind } from './BoardList.tsx';

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

const STEPS = [
  { order: 'order-2', step: 'h-16 bg-mango text-mango-ink', avatar: 'size-16! ring-3 ring-mango' },
  { order: 'order-1', step: 'h-11 bg-plate-stone text-ink', avatar: 'size-12!' },
  { order: 'order-3', step: 'h-8 bg-plate-clay text-ink', avatar: 'size-12!' },
] as const;

/** A podium of the first three. Decorative, as the list below has the same; hidden if there is no room. */
function Podium({ rows }: { readonly rows: readonly BoardRow[] }) {
  if (rows.length < STEPS.length) return null;
  return (
    <div aria-hidden="true" className="@container">
      <div className="mx-auto hidden max-w-md items-end justify-center gap-2.5 @min-[17rem]:flex">
        {STEPS.map(({ order, step, avatar }, nth) => {
          const row = rows[nth];
          if (!row) return null;
          const { user, rank } = row;
          return (
            <div
              key={user.id}
              className={classNames('flex min-w-0 flex-1 flex-col items-center gap-1', order)}
            >
              <Avatar initials={initials(user)} seed={user.id} className={avatar} />
              <bdi className="max-w-full truncate text-sm font-semibold">
                {user.organizationName ? displayName(user) : user.firstName || displayName(user)}
              </bdi>
              <span
                className={classNames(
                  'edge flex w-full items-center justify-center rounded-t-control font-display text-xl font-bold',
                  step,
                )}
              >
                {rank}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
