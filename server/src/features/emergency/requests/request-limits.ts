import {
  requestsPausedUntilMs,
  requestLimitRefusal,
  COMPLAINT_EXPIRY_DAYS,
  MAX_REQUESTS_PER_DAY,
} from '@openlarder/domain/emergency/request-limits.ts';
import type { RequestLimits, HelpLine } from '@openlarder/domain/emergency/request-contract.ts';
import { type AppError, conflict, conflictUntil } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import * as store from './requests.store.ts';

/** What counts to a person’s limits: their open request, the times of the last 24 hours, and a pause by complaints. */
export type RequestLimitsState = {
  readonly open: store.RequestRow | undefined;
  /** Newest first. */
  readonly times: readonly Date[];
  readonly pausedUntilMs: number | null;
};

export async function readRequestLimits(
  ctx: AppContext,
  personId: string,
  now: Date,
): Promise<RequestLimitsState> {
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const complaints = await moderation.complaintsAboutRequestsOf(ctx, personId, before(COMPLAINT_EXPIRY_DAYS));
  return {
    open: await store.selectOpenRequestOf(ctx.db, personId),
    times: await store.selectRequestTimes(ctx.db, personId, before(1), MAX_REQUESTS_PER_DAY + 1),
    pausedUntilMs: requestsPausedUntilMs(
      complaints.map(({ byId, at }) => ({ byId, atMs: at.getTime() })),
      now.getTime(),
    ),
  };
}

/** When the limit of a day allows the next request; null if it allows one now. */
function nextAtMs(times: readonly Date[]): number | null {
  const oldest = times[MAX_REQUESTS_PER_DAY - 1];
  return oldest ? oldest.getTime() + DAY_MS : null;
}

/** The limits as shown to the person. */
export function presentRequestLimits(
  { open, times, pausedUntilMs }: RequestLimitsState,
  helpLines: readonly HelpLine[],
): RequestLimits {
  const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
  return {
    openRequestId: open?.id ?? null,
    requestsInLastDay: times.length,
    maxRequestsPerDay: MAX_REQUESTS_PER_DAY,
    nextAt: iso(nextAtMs(times)),
    pausedUntil: iso(pausedUntilMs),
    helpLines: [...helpLines],
  };
}

export const requestOpen = (): AppError => conflict('request-open');

/** Throws the refusal of a new request, which is not counted in `state` yet. */
export function refuseOverLimits({ open, times, pausedUntilMs }: RequestLimitsState, now: Date): void {
  const nowMs = now.getTime();
  const refusal = requestLimitRefusal({
    openRequests: open ? 1 : 0,
    requestsInLastDay: times.length,
    pausedUntilMs,
    nowMs,
  });
  switch (refusal) {
    case null:
      return;
    case 'request-open':
      throw requestOpen();
    case 'paused':
      throw conflictUntil('asking-paused', { untilMs: pausedUntilMs ?? nowMs, nowMs });
    case 'requests-today':
      throw conflictUntil(
        'requests-today',
        { untilMs: nextAtMs(times) ?? nowMs, nowMs },
        { max: MAX_REQUESTS_PER_DAY },
      );
    default:
      refusal satisfies never;
  }
}
