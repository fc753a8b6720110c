import type { UserType } from '@openlarder/domain/accounts/account-fields.ts';
import { signedOut } from '@openlarder/domain/kernel/app-error.ts';
import type {
  AllTimeEntry,
  BoardMonths,
  MonthlyEntry,
} from '@openlarder/domain/leaderboard/leaderboard-contract.ts';
import type { UserStats } from '@openlarder/domain/recognition/recognition-contract.ts';
import { BOARD_ROWS } from '@openlarder/domain/leaderboard/leaderboard-schemas.ts';
import { type Month, monthAt } from '@openlarder/domain/leaderboard/months.ts';
import { levelOf, titleOfLevel } from '@openlarder/domain/recognition/levels.ts';
import { publicPeople } from '#server/features/accounts/profile/person-queries.ts';
import { blockedWith } from '#server/features/moderation/blocks/blocks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import * as store from './leaderboard.store.ts';
import type { BoardName } from './leaderboard.store.ts';

/*
 * Boards as one person sees them. People across a block do not see each other, and ranks are counted without the other:
 * a missing rank would reveal the block.
 */

const monthNow = (ctx: AppContext): Month => monthAt(ctx.clock.now().getTime(), ctx.settings.timeZone);

/** How many of the hidden people rank higher, which is subtracted from a rank. */
const without = (hidden: readonly number[], points: number): number =>
  hidden.filter((each) => each > points).length;

async function pointsOfHidden(ctx: AppContext, board: BoardName, ids: ReadonlySet<string>) {
  return ids.size === 0 ? [] : store.selectPointsOf(ctx.db, board, [...ids]);
}

/** A person's rank by their points, among all people on the board; 0 for none. */
async function rankOf(
  ctx: AppContext,
  board: BoardName,
  own: { readonly points: number; readonly isShown: boolean },
  blocked: ReadonlySet<string>,
): Promise<number> {
  if (!own.isShown || own.points <= 0) return 0;
  const [above, hidden] = await Promise.all([
    store.selectPeopleAbovePoints(ctx.db, board, own.points),
    pointsOfHidden(ctx, board, blocked),
  ]);
  return above + 1 - without(hidden, own.points);
}

export async function getUserStats(ctx: AppContext, caller: Caller): Promise<UserStats> {
  const month = monthNow(ctx);
  const [own, blocked] = await Promise.all([
    store.selectPointTotals(ctx.db, caller.userId, month),
    blockedWith(ctx, caller.userId),
  ]);
  if (!own) throw signedOut();
  const [currentRank, allTimeRank] = await Promise.all([
    rankOf(ctx, month, { points: own.month, isShown: own.is_shown && own.gave_in_month }, blocked),
    rankOf(ctx, 'all', { points: own.total, isShown: own.is_shown && own.gave }, blocked),
  ]);
  const level = levelOf(own.total);
  return {
    level,
    totalPoints: own.total,
    badgeCount: own.badges,
    title: titleOfLevel(level),
    currentRank,
    monthPoints: own.month,
    allTimeRank,
  };
}

const hasGiven = ({ gave, gave_in_month }: store.PointTotals, board: BoardName): boolean =>
  board === 'all' ? gave : gave_in_month;

type Ranked = { readonly rank: number; readonly points: number; readonly user: MonthlyEntry['user'] };

/** The first rows of a board, then the caller's own if it is not among them and has the requested user type. */
async function readBoard(
  ctx: AppContext,
  caller: Caller,
  board: BoardName,
  userType: UserType | undefined,
): Promise<Ranked[]> {
  const blocked = await blockedWith(ctx, caller.userId);
  const [rows, own] = await Promise.all([
    store.selectBoard(ctx.db, { board, userType, hiddenIds: [...blocked], limit: BOARD_ROWS }),
    store.selectPointTotals(ctx.db, caller.userId, board === 'all' ? monthNow(ctx) : board),
  ]);
  const listed = new Set(rows.map(({ person_id }) => person_id));
  const ownPoints = (board === 'all' ? own?.total : own?.month) ?? 0;
  const isOwnApart =
    own !== undefined &&
    ownPoints > 0 &&
    !listed.has(caller.userId) &&
    (userType === undefined || userType === own.user_type);

  const [above, hidden, people, ownRank] = await Promise.all([
    store.selectPeopleAbove(ctx.db, board, rows.at(-1)?.points ?? 0),
    pointsOfHidden(ctx, board, blocked),
    publicPeople(ctx, [...listed, caller.userId]),
    isOwnApart
      ? rankOf(ctx, board, { points: ownPoints, isShown: own.is_shown && hasGiven(own, board) }, blocked)
      : 0,
  ]);
  const present = (personId: string, total: number, points: number, rank: number): Ranked[] => {
    const person = people.get(personId);
    const level = levelOf(total);
    return person ? [{ rank, points, user: { ...person, level, title: titleOfLevel(level) } }] : [];
  };
  return [
    ...rows.flatMap(({ person_id, total, points }) =>
      present(person_id, total, points, (above.get(points) ?? 0) + 1 - without(hidden, points)),
    ),
    ...(isOwnApart ? present(caller.userId, own.total, ownPoints, ownRank) : []),
  ];
}

/** The board of a month, the current one by default; empty before the first and after the current one. */
export async function getMonthlyLeaderboard(
  ctx: AppContext,
  caller: Caller,
  {
    userType,
    month = monthNow(ctx),
  }: { readonly userType?: UserType | undefined; readonly month?: Month | undefined },
): Promise<MonthlyEntry[]> {
  const entries = await readBoard(ctx, caller, month, userType);
  return entries.map(({ rank, points, user }) => ({
    id: `${month}-${user.id}`,
    userId: user.id,
    monthRank: rank,
    monthPoints: points,
    user,
  }));
}

export async function getAllTimeLeaderboard(
  ctx: AppContext,
  caller: Caller,
  { userType }: { readonly userType?: UserType | undefined },
): Promise<AllTimeEntry[]> {
  const entries = await readBoard(ctx, caller, 'all', userType);
  return entries.map(({ rank, points, user }) => ({ ...user, rank, totalPoints: points }));
}

export async function getLeaderboardMonths(ctx: AppContext): Promise<BoardMonths> {
  const current = monthNow(ctx);
  const first = await store.selectFirstMonth(ctx.db);
  return { current, first: first !== null && first < current ? first : current };
}
