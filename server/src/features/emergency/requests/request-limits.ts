import type { HelpLine, RequestLimits } from '@openlarder/domain/emergency/request-contract.ts';
import {
  MAX_REQUESTS_PER_DAY,
  requestLimitRefusal,
  requestsPerDay,
} from '@openlarder/domain/emergency/request-limits.ts';
import { type AppError, conflict, conflictUntil } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { COMPLAINTS_ACT_MS } from '@openlarder/domain/moderation/independent-complaints.ts';
import { complaintsAboutRequestsOf } from '#server/features/moderation/reports/create-report.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { complaintsSlowUntilMs } from '../matching/complaints.ts';
import { selectMatchesOf } from '../matching/matches.store.ts';
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

/** Until when complaints about a person's requests slow their asking (epoch milliseconds); null if they do not. */
async function askingSlowedUntilMs(ctx: AppContext, personId: string, now: Date): Promise<number | null> {
  const reports = await complaintsAboutRequestsOf(ctx, personId, new Date(now.getTime() - COMPLAINTS_ACT_MS));
  const matches = await selectMatchesOf(
    ctx.db,
    reports.map(({ byId, requestId }) => ({ helper_id: byId, request_id: requestId })),
  );
  return complaintsSlowUntilMs(
    ctx,
    reports.map(({ byId, requestId, at }) => ({
      byId,
      at,
      matches: matches.filter((match) => match.helper_id === byId && match.request_id === requestId),
    })),
    'requester_id',
  );
}
