import type { HelpLine, RequestLimits } from '@openlarder/domain/emergency/request-contract.ts';
import {
  MAX_REQUESTS_PER_DAY,
  requestLimitRefusal,
  requestsPerDay,
} from '@openlarder/domain/emergency/request-limits.ts';
import { type AppError, conflict, conflictUntil } from '@openlarder/domain/kernel/app-error.ts';
import { calendarDay, DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import {
  type Complaint,
  COMPLAINTS_WITHIN_DAYS,
  SLOWED_HOURS,
  slowdownEndMs,
} from '@openlarder/domain/moderation/independent-complaints.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import { handoverPairsAmong } from '#server/features/handovers/handovers.queries.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import { complaintsAboutRequestsOf } from '#server/features/moderation/reports/create-report.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { type MatchRow, selectMatchesOf } from '../matching/matches.store.ts';
import * as store from './requests.store.ts';

/** The usage that counts to a person’s limits: their open request, the times of the last 24 hours, and complaints. */
export type RequestLimitsState = {
  readonly open: store.RequestRow | undefined;
  /** Newest first. */
  readonly times: readonly Date[];
  /** Until when complaints slow asking (epoch milliseconds); null if they do not. */
  readonly slowedUntilMs: number | null;
  readonly nowMs: number;
};

export async function readRequestLimits(
  ctx: AppContext,
  personId: string,
  now: Date,
): Promise<RequestLimitsState> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  return {
    open: await store.selectOpenRequestOf(ctx.db, personId),
    times: await store.selectRequestTimes(ctx.db, personId, yesterday, MAX_REQUESTS_PER_DAY + 1),
    slowedUntilMs: await askingSlowedUntilMs(ctx, personId, now),
    nowMs: now.getTime(),
  };
}

const maxPerDay = ({ slowedUntilMs, nowMs }: RequestLimitsState): number =>
  requestsPerDay(slowedUntilMs, nowMs);

/** When the daily limit, or the end of a slowdown, allows the next request; null if it is allowed now. */
function nextAtMs(state: RequestLimitsState): number | null {
  const { times, slowedUntilMs, nowMs } = state;
  const oldest = times[maxPerDay(state) - 1];
  if (!oldest) return null;
  const byDayMs = oldest.getTime() + DAY_MS;
  if (slowedUntilMs === null || slowedUntilMs <= nowMs) return byDayMs;
  const usual = times[MAX_REQUESTS_PER_DAY - 1];
  return Math.min(byDayMs, Math.max(slowedUntilMs, usual ? usual.getTime() + DAY_MS : 0));
}

/** The limits as shown to the person. */
export function presentRequestLimits(
  state: RequestLimitsState,
  helpLines: readonly HelpLine[],
): RequestLimits {
  const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
  return {
    openRequestId: state.open?.id ?? null,
    requestsInLastDay: state.times.length,
    maxRequestsPerDay: maxPerDay(state),
    nextAt: iso(nextAtMs(state)),
    slowedUntil: iso(state.slowedUntilMs),
    helpLines: [...helpLines],
  };
}

export const requestOpen = (): AppError => conflict('request-open');

/** Throws the refusal of a new request, which is not counted in `state` yet. */
export function refuseOverLimits(state: RequestLimitsState): void {
  const { open, times, slowedUntilMs, nowMs } = state;
  const refusal = requestLimitRefusal({
    openRequests: open ? 1 : 0,
    requestsInLastDay: times.length,
    slowedUntilMs,
    nowMs,
  });
  switch (refusal) {
    case null:
      return;
    case 'request-open':
      throw requestOpen();
    case 'requests-today': {
      const max = maxPerDay(state);
      const key = max < MAX_REQUESTS_PER_DAY ? 'requests-today.slowed' : 'requests-today';
      throw conflictUntil(key, { untilMs: nextAtMs(state) ?? nowMs, nowMs }, { max });
    }
    default:
      refusal satisfies never;
  }
}

/** A complaint counts for as long as it may be the first of three, and what the third causes lasts. */
const READ_BACK_MS = COMPLAINTS_WITHIN_DAYS * DAY_MS + SLOWED_HOURS * HOUR_MS;

/** Until when complaints about a person's requests slow their asking (epoch milliseconds); null if they do not. */
async function askingSlowedUntilMs(ctx: AppContext, personId: string, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - READ_BACK_MS);
  const reports = await complaintsAboutRequestsOf(ctx, personId, since);
  // the common case
  if (reports.length === 0) return null;
  const byIds = [...new Set(reports.map(({ byId }) => byId))];
  const [hadMeeting, trust, dealings] = [
    await meetingsBefore(ctx, reports),
    await trustOf(ctx, byIds),
    await handoverPairsAmong(ctx, byIds),
  ];
  const complaints = reports.map(
    (report): Complaint => ({
      byId: report.byId,
      atMs: report.at.getTime(),
      day: calendarDay(report.at.getTime(), ctx.settings.timeZone),
      isKnown: trust.get(report.byId) === 'known',
      afterMeeting: hadMeeting(report),
    }),
  );
  return slowdownEndMs(complaints, dealings, now.getTime());
}

type RequestReport = Awaited<ReturnType<typeof complaintsAboutRequestsOf>>[number];

/** Whether a reporter had agreed on a time with the requester, or was shown where they are, before the report. */
async function meetingsBefore(
  ctx: AppContext,
  reports: readonly RequestReport[],
): Promise<(report: RequestReport) => boolean> {
  const matches = await selectMatchesOf(
    ctx.db,
    reports.map(({ byId, requestId }) => ({ helper_id: byId, request_id: requestId })),
  );
  const shown = await messaging.placesShown(
    ctx,
    matches.map(({ conversation_id, requester_id, created_at }) => ({
      conversationId: conversation_id,
      personId: requester_id,
      since: created_at,
    })),
  );
  const isMeetingBefore = (match: MatchRow, at: Date): boolean =>
    [match.agreed_at, shown.get(match.conversation_id)].some((metAt) => metAt && metAt <= at);
  return ({ byId, requestId, at }) =>
    matches.some(
      (match) => match.helper_id === byId && match.request_id === requestId && isMeetingBefore(match, at),
    );
}
