import {
  attemptsPerDay,
  countsTowardsDay,
  MAX_OPEN_MATCHES,
  matchesPerDay,
} from '@openlarder/domain/emergency/request-limits.ts';
import { type AppError, conflict, conflictUntil } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { COMPLAINTS_ACT_MS } from '@openlarder/domain/moderation/independent-complaints.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import { harassmentReportsAbout } from '#server/features/moderation/reports/create-report.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { complaintsSlowUntilMs } from './complaints.ts';
import * as matches from './matches.store.ts';

/** The times of a helper's matches of the last 24 hours that count, newest first, and how many there may be. */
export type MatchLimits = {
  readonly times: readonly Date[];
  readonly max: number;
  /** How many matches are open, of those that are a day old at most. */
  readonly open: number;
  /** Whether one that counts is a known helper's, to which they have not written yet. */
  readonly isUnwritten: boolean;
  /** The same of what was refused because another person helped, or seemed to. */
  readonly attempts: { readonly times: readonly Date[]; readonly max: number };
};

export async function readMatchLimits(ctx: AppContext, helperId: string): Promise<MatchLimits> {
  const nowMs = ctx.clock.now().getTime();
  const since = new Date(nowMs - DAY_MS);
  const isKnownHelper = (await trustOf(ctx, [helperId])).get(helperId) === 'known';
  const maxAttempts = attemptsPerDay(isKnownHelper);
  return {
    ...(await countedMatches(ctx, helperId, since, isKnownHelper)),
    attempts: {
      times: await matches.selectAttemptTimes(ctx.db, helperId, since, maxAttempts),
      max: maxAttempts,
    },
    max: matchesPerDay(await helpingSlowedUntilMs(ctx, helperId), nowMs),
  };
}

async function countedMatches(
  ctx: AppContext,
  helperId: string,
  since: Date,
  isKnownHelper: boolean,
): Promise<Pick<MatchLimits, 'times' | 'open' | 'isUnwritten'>> {
  const rows = await matches.selectMatchesSince(ctx.db, helperId, since);
  // the common case
  if (rows.length === 0) return { times: [], open: 0, isUnwritten: false };
  const spoken = await messaging.spokenIn(
    ctx,
    rows.map(({ conversation_id, created_at }) => ({
      conversationId: conversation_id,
      personId: helperId,
      since: created_at,
    })),
  );
  const counted = rows.filter((row) =>
    countsTowardsDay({
      status: row.status,
      endedBy: row.ended_by,
      reason: row.release_reason,
      isKnownHelper,
      helperSpoke: row.agreed_at !== null || spoken.has(row.conversation_id),
    }),
  );
  return {
    times: counted.map((row) => row.created_at),
    open: rows.filter(({ status }) => status === 'open').length,
    isUnwritten: isKnownHelper && counted.some(({ status }) => status === 'open'),
  };
}

/** Refuses a match beyond those that a helper may have open, or make in a day; `made`: with this one counted. */
export function requireRoom(limits: MatchLimits, now: Date, made: 0 | 1): void {
  const { times, max, open, isUnwritten } = limits;
  if (open >= MAX_OPEN_MATCHES + made) throw conflict('match-limit.open', { max: MAX_OPEN_MATCHES });
  if (times.length < max + made) return;
  if (isUnwritten) throw conflict('match-limit.unwritten');
  // the newest is this match
  throw tooManyMatches({ times: times.slice(made), max }, now);
}

/** The refusal of a match beyond the matches, or the attempts, of a day. */
export function tooManyMatches(
  { times, max }: Pick<MatchLimits, 'times' | 'max'>,
  now: Date,
  key: 'match-limit' | 'match-limit.attempts' = 'match-limit',
): AppError {
  const lastOfShare = times[max - 1] ?? now;
  return conflictUntil(key, { untilMs: lastOfShare.getTime() + DAY_MS, nowMs: now.getTime() }, { max });
}

/** Until when reports of harassment slow a person's helping (epoch milliseconds); null if they do not. */
async function helpingSlowedUntilMs(ctx: AppContext, helperId: string): Promise<number | null> {
  const sinceMs = ctx.clock.now().getTime() - COMPLAINTS_ACT_MS;
  const reports = (await harassmentReportsAbout(ctx, helperId)).filter(({ at }) => at.getTime() > sinceMs);
  const between = await matches.selectMatchesBetween(
    ctx.db,
    reports.map(({ byId }) => ({ requesterId: byId, helperId })),
  );
  return complaintsSlowUntilMs(
    ctx,
    reports.map((report) => ({
      ...report,
      matches: between.filter(({ requester_id }) => requester_id === report.byId),
    })),
    'helper_id',
  );
}
