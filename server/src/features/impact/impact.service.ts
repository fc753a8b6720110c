import { impactByMonth, impactOf, type MonthImpact } from '@openlarder/domain/impact/impact.ts';
import type { CommunityStats, UserImpact } from '@openlarder/domain/impact/impact-contract.ts';
import { handoverLogCsv, impactCsv } from '@openlarder/domain/impact/impact-csv.ts';
import { co2Lbs, co2LbsRange } from '@openlarder/domain/kernel/impact-factors.ts';
import {
  calendarDay,
  DAY_MS,
  instantOfWallClock,
  MINUTE_MS,
  startOfDay,
} from '@openlarder/domain/kernel/time.ts';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { translateInto } from '#server/platform/texts/translate.ts';
import { csvTexts } from './csv-texts.ts';
import * as store from './impact.store.ts';
import { readerLanguage } from '../accounts/profile/person-queries.ts';

const MONTHS = 12;
const ACTIVE_FOR_MS = 30 * DAY_MS;

const thisMonth = (ctx: AppContext): string =>
  calendarDay(ctx.clock.now().getTime(), ctx.settings.timeZone).slice(0, 7);

export async function userImpact(ctx: AppContext, caller: Caller): Promise<UserImpact> {
  const given = await store.selectGiven(ctx.db, { personId: caller.userId });
  const month = thisMonth(ctx);
  const impact = impactOf(given);
  const { low, high } = co2LbsRange(impact.mealsShared);
  return { ...impact, co2SavedLow: low, co2SavedHigh: high, months: impactByMonth(given, month, MONTHS) };
}

/** The handovers behind `userImpact`, as CSV. */
export const userImpactCsv = async (ctx: AppContext, caller: Caller): Promise<string> =>
  impactCsv(await store.selectGiven(ctx.db, { personId: caller.userId }), await headsFor(ctx, caller));

async function headsFor(ctx: AppContext, { userId }: Caller) {
  const translate = translateInto(await readerLanguage(ctx, userId));
  return (column: keyof typeof csvTexts.messages): string =>
    translate(csvTexts, column, { timeZone: ctx.settings.timeZone });
}

/** What the whole community gave in each of the last twelve months, oldest first. */
export async function communityImpact(ctx: AppContext): Promise<MonthImpact[]> {
  const month = thisMonth(ctx);
  const [oldest] = impactByMonth([], month, MONTHS);
  const given = await store.selectGiven(ctx.db, { since: `${oldest?.month ?? month}-01` });
  return impactByMonth(given, month, MONTHS);
}

const LAST_MONTH = 12;

/** The first instant of a month (`YYYY-MM`), or of the one after it. */
function startOfMonth(month: string, timeZone: string, monthsLater = 0): Date {
  const [year = 0, nth = 1] = month.split('-').map(Number);
  const index = nth - 1 + monthsLater;
  const clock = { day: 1, hour: 0, minute: 0, second: 0 };
  return new Date(
    instantOfWallClock(
      { ...clock, year: year + Math.floor(index / LAST_MONTH), month: (index % LAST_MONTH) + 1 },
      timeZone,
    ),
  );
}

/** The caller's handovers in a span of months, as a record for themself. */
export async function handoverLog(
  ctx: AppContext,
  caller: Caller,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<string> {
  const { timeZone } = ctx.settings;
  const within = { from: startOfMonth(from, timeZone), until: startOfMonth(until, timeZone, 1) };
  const [handedOver, answered] = await Promise.all([
    store.selectHandedOver(ctx.db, caller.userId, within),
    store.selectAnswered(ctx.db, caller.userId, { from, until }),
  ]);
  return handoverLogCsv(
    [
      ...handedOver.map(({ completedAt, ...handover }) => ({
        ...handover,
        answers: 'neighbor' as const,
        completedAtMs: completedAt.getTime(),
      })),
      ...answered.map((one) => ({ ...one, answers: 'request' as const })),
    ],
    timeZone,
    await headsFor(ctx, caller),
  );
}

/** It is public, so it is computed at most once a minute. */
const STATS_FOR_MS = MINUTE_MS;
type Kept = { readonly atMs: number; readonly stats: Promise<CommunityStats> };
const lastStats = perApp((): { kept: Kept | null } => ({ kept: null }));

export function communityStats(ctx: AppContext): Promise<CommunityStats> {
  const nowMs = ctx.clock.now().getTime();
  const last = lastStats(ctx);
  const { kept } = last;
  const isToday = kept && startOfDay(nowMs, ctx.settings.timeZone) <= kept.atMs;
  if (kept && isToday && nowMs >= kept.atMs && nowMs - kept.atMs < STATS_FOR_MS) return kept.stats;
  const read = { atMs: nowMs, stats: readStats(ctx, nowMs) };
  last.kept = read;
  void read.stats.catch(() => {
    if (last.kept === read) last.kept = null;
  });
  return read.stats;
}

async function readStats(ctx: AppContext, nowMs: number): Promise<CommunityStats> {
  const midnight = new Date(startOfDay(nowMs, ctx.settings.timeZone));
  const [mealsToday, activeDonors, servings] = await Promise.all([
    store.sumServingsSince(ctx.db, midnight),
    store.countGiversSince(ctx.db, new Date(nowMs - ACTIVE_FOR_MS)),
    store.sumServings(ctx.db),
  ]);
  return { mealsToday, activeDonors, co2Saved: co2Lbs(servings) };
}
