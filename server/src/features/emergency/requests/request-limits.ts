import {
  requestsPausedUntilMs,
  requestLimitRefusal,
  COMPLAINT_EXPIRY_DAYS,
  MAX_REQUESTS_PER_DAY,
} from '@openlarder/domain/emergency/request-limits.ts';
import type { RequestLimits, HelpLine } from '@openlarder/domain/emergency/request-contract.ts';
import { AppError, conflict } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS, SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { formatWait } from '@openlarder/domain/kernel/format-wait.ts';
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

const refusedUntil = (code: string, untilMs: number, now: Date, sentence: (wait: string) => string) => {
  const waitMs = Math.max(SECOND_MS, untilMs - now.getTime());
  return new AppError(409, code, sentence(formatWait(waitMs)), {
    retryAfterSeconds: Math.ceil(waitMs / SECOND_MS),
  });
};

export const requestOpen = (): AppError =>
  conflict(
    'request-open',
    'You have a request that is open. You can ask again once it is answered or taken back.',
  );

/** Throws the refusal of a new request, which is not counted in `state` yet. */
export function refuseOverLimits({ open, times, pausedUntilMs }: RequestLimitsState, now: Date): void {
  const refusal = requestLimitRefusal({
    openRequests: open ? 1 : 0,
    requestsInLastDay: times.length,
    pausedUntilMs,
    nowMs: now.getTime(),
  });
  switch (refusal) {
    case null:
      return;
    case 'request-open':
      throw requestOpen();
    case 'paused':
      throw refusedUntil(
        'asking-paused',
        pausedUntilMs ?? now.getTime(),
        now,
        (wait) =>
          `We have paused your requests for ${wait}, because several people told us that something was not right. If that is a mistake, please tell us; the help lines are there for you meanwhile.`,
      );
    case 'requests-today':
      throw refusedUntil(
        'requests-today',
        nextAtMs(times) ?? now.getTime(),
        now,
        (wait) =>
          `You have asked ${MAX_REQUESTS_PER_DAY} times in 24 hours. You can ask again in ${wait}; the help lines are there for you meanwhile.`,
      );
    default:
      refusal satisfies never;
  }
}
