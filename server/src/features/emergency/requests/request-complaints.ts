import {
  type Complaint,
  COMPLAINTS_WITHIN_DAYS,
  SLOWED_HOURS,
  slowedUntilMs,
} from '@openlarder/domain/moderation/independent-complaints.ts';
import { calendarDay, DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import * as handovers from '#server/features/handovers/handovers.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { type MatchRow, selectMatchesOf } from '../matching/matches.store.ts';

/** A complaint counts for as long as it may be the first of three, and what the third causes lasts. */
const READ_BACK_MS = COMPLAINTS_WITHIN_DAYS * DAY_MS + SLOWED_HOURS * HOUR_MS;

/** Until when complaints about a person's requests slow their asking (epoch milliseconds); null if they do not. */
export async function askingSlowedUntilMs(
  ctx: AppContext,
  personId: string,
  now: Date,
): Promise<number | null> {
  const since = new Date(now.getTime() - READ_BACK_MS);
  const reports = await moderation.complaintsAboutRequestsOf(ctx, personId, since);
  // almost everyone
  if (reports.length === 0) return null;
  const byIds = [...new Set(reports.map(({ byId }) => byId))];
  const [hadMeeting, trust, dealings] = [
    await meetingsBefore(ctx, reports),
    await accounts.trustOf(ctx, byIds),
    await handovers.dealingsAmong(ctx, byIds),
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
  return slowedUntilMs(complaints, dealings, now.getTime());
}

type RequestReport = Awaited<ReturnType<typeof moderation.complaintsAboutRequestsOf>>[number];

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
