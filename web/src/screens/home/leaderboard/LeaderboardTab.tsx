import { Trans, useLingui } from '@lingui/react/macro';
import { instantInMonth, monthAt, type Month } from '@openlarder/domain/leaderboard/months.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import {
  activeHeroes,
  boardOf,
  rowsOfAllTime,
  rowsOfMonth,
  allTimeBoardQuery,
  type BoardFilter,
  boardMonthsQuery,
  monthlyBoardQuery,
} from '#web/features/leaderboard/leaderboard.queries.ts';
import {
  BoardPanel,
  LeaderboardFilter,
  LeaderboardStats,
  MonthStepper,
} from '#web/features/leaderboard/BoardPanel.tsx';
import { BoardVisibility } from '#web/features/leaderboard/BoardVisibility.tsx';
import { formatMonthName, formatShortMonth } from '#web/lib/format.ts';
import { useIsWide } from '#web/lib/browser-state.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';

export function LeaderboardTab() {
  const { t } = useLingui();
  const me = useCurrentUser();
  const timeZone = useCommunity()?.timeZone;
  const nowMs = useNow();
  const [filter, setFilter] = useState<BoardFilter>();
  const [tab, setTab] = useState<'month' | 'all-time'>('month');
  /** A month past; null for the current one. */
  const [past, setPast] = useState<Month | null>(null);
  const months = useQuery(boardMonthsQuery()).data;
  const current = months?.current ?? monthAt(nowMs, timeZone ?? 'UTC');

  const monthly = useQuery(monthlyBoardQuery(filter));
  const pastMonth = useQuery({ ...monthlyBoardQuery(filter, past ?? undefined), enabled: past !== null });
  const allTime = useQuery(allTimeBoardQuery(filter));
  const monthBoard = monthly.data && boardOf(rowsOfMonth(monthly.data), me.id);
  const pastBoard = pastMonth.data && boardOf(rowsOfMonth(pastMonth.data), me.id);
  const allTimeBoard = allTime.data && boardOf(rowsOfAllTime(allTime.data), me.id);

  const isWide = useIsWide();
  const choice = <LeaderboardFilter value={filter} onChange={setFilter} />;
  const shown =
    past === null ? { query: monthly, board: monthBoard } : { query: pastMonth, board: pastBoard };
  // hidden people have it at their own row, which only they see
  const isBesideOwnRow =
    !me.leaderboardVisible && Boolean((tab === 'month' ? shown.board : allTimeBoard)?.own);
  const ownNote = isBesideOwnRow && <BoardVisibility me={me} />;
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      <PageHeading beside={!isWide && choice} action={isWide && choice}>
        <Trans>Food Hero Leaderboard</Trans>
      </PageHeading>
      <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_18rem] wide:grid-rows-[auto_1fr] wide:items-start wide:gap-x-8">
        <div className="min-w-0 wide:col-start-2">
          <LeaderboardStats
            topMonthly={monthBoard && (monthBoard.listed[0]?.points ?? 0)}
            topAllTime={allTimeBoard && (allTimeBoard.listed[0]?.points ?? 0)}
            heroes={monthBoard && allTimeBoard && activeHeroes(monthBoard, allTimeBoard)}
          />
        </div>
        <div className="min-w-0 wide:col-start-1 wide:row-span-2 wide:row-start-1">
          <Tabs
            label={t`Time span`}
            value={tab}
            onValueChange={setTab}
            tight
            tabs={[
              {
                value: 'month',
                label: (
                  <span className="inline-flex flex-wrap items-center justify-center gap-x-2 gap-y-0.5">
                    <Trans>This Month</Trans>
                    <Badge className="px-2! py-0.5! text-xs!">
                      {formatShortMonth(instantInMonth(current), 'UTC')}
                    </Badge>
                  </span>
                ),
                content: (
                  <>
                    {months && (
                      <MonthStepper
                        months={months}
                        month={past ?? current}
                        onChange={(month) => setPast(month === current ? null : month)}
                      />
                    )}
                    <BoardPanel
                      {...shown}
                      kind="monthly"
                      meId={me.id}
                      ownNote={ownNote}
                      label={past === null ? t`This Month` : formatMonthName(past)}
                    />
                  </>
                ),
              },
              {
                value: 'all-time',
                label: <Trans>All Time</Trans>,
                content: (
                  <>
                    <h2 className="mb-3 text-center text-lg">
                      <Trans>All-Time Champions</Trans>
                    </h2>
                    <BoardPanel
                      query={allTime}
                      board={allTimeBoard}
                      kind="total"
                      meId={me.id}
                      ownNote={ownNote}
                      label={t`All-Time Champions`}
                    />
                  </>
                ),
              },
            ]}
          />
        </div>
        {!isBesideOwnRow && (
          <div className="min-w-0 wide:col-start-2 wide:row-start-2">
            <BoardVisibility me={me} />
          </div>
        )}
      </div>
    </div>
  );
}
