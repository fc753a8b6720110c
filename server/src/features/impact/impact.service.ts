import { impactByMonth, impactOf } from '@openlarder/domain/impact/impact.ts';
import type { CommunityStats, UserImpact } from '@openlarder/domain/impact/impact-contract.ts';
import { impactCsv } from '@openlarder/domain/impact/impact-csv.ts';
import { co2Lbs, co2LbsRange } from '@openlarder/domain/kernel/impact-factors.ts';
import { calendarDay, DAY_MS, MINUTE_MS, startOfDay } from '@openlarder/domain/kernel/time.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import * as store from './impact.store.ts';

const MONTHS = 12;
const ACTIVE_FOR_MS = 30 * DAY_MS;

/** What the caller gave. */
export async function userImpact(ctx: AppContext, caller: Caller): Promise<UserImpact> {
  const given = await store.selectGivenBy(ctx.db, caller.userId);
  const month = calendarDay(ctx.clock.now().getTime(), ctx.settings.timeZone).slice(0, 7);
  const impact = impactOf(given);
  const { low, high } = co2LbsRange(impact.mealsShared);
  return { ...impact, co2SavedLow: low, co2SavedHigh: high, months: impactByMonth(given, month, MONTHS) };
}

/** The lines behind `userImpact`. */
export const userImpactCsv = async (ctx: AppContext, caller: Caller): Promise<string> =>
  impactCsv(await store.selectGivenBy(ctx.db, caller.userId));

/** Everyone may read it, so it is worked out once a minute at most. */
const STATS_FOR_MS = MINUTE_MS;
type Kept = { readonly atMs: number; readonly stats: Promise<CommunityStats> };
const keptStats = new WeakMap<AppContext['settings'], Kept>();

export function communityStats(ctx: AppContext): Promise<CommunityStats> {
  const nowMs = ctx.clock.now().getTime();
  const kept = keptStats.get(ctx.settings);
  const isToday = kept && startOfDay(nowMs, ctx.settings.timeZone) <= kept.atMs;
  if (kept && isToday && nowMs >= kept.atMs && nowMs - kept.atMs < STATS_FOR_MS) return kept.stats;
  const stats = readStats(ctx, nowMs);
  keptStats.set(ctx.settings, { atMs: nowMs, stats });
  void stats.catch(() => keptStats.delete(ctx.settings));
  return stats;
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
