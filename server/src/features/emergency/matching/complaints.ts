import { calendarDay } from '@openlarder/domain/kernel/time.ts';
import { type Complaint, slowdownEndMs } from '@openlarder/domain/moderation/independent-complaints.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import { handoverPairsAmong } from '#server/features/handovers/handovers.queries.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { MatchRow } from './matches.store.ts';

export type MatchReport = { readonly byId: string; readonly at: Date; readonly matches: readonly MatchRow[] };

/**
 * Until when these reports slow the person they are about, the requester or the helper of all these matches (epoch
 * milliseconds); null if they do not. The two had a meeting if they had agreed on a time, or the reported side had shown
 * where they are.
 */
export async function complaintsSlowUntilMs(
  ctx: AppContext,
  reports: readonly MatchReport[],
  about: 'requester_id' | 'helper_id',
): Promise<number | null> {
  // the common case
  if (reports.length === 0) return null;
  const byIds = [...new Set(reports.map(({ byId }) => byId))];
  const [shown, trust, dealings] = [
    await messaging.placesShown(
      ctx,
      reports.flatMap(({ matches }) =>
        matches.map((match) => ({
          conversationId: match.conversation_id,
          personId: match[about],
          since: match.created_at,
        })),
      ),
    ),
    await trustOf(ctx, byIds),
    await handoverPairsAmong(ctx, byIds),
  ];
  const isMeetingBefore = (match: MatchRow, at: Date): boolean =>
    [match.agreed_at, shown.get(match.conversation_id)].some((metAt) => metAt && metAt <= at);
  const complaints = reports.map(
    ({ byId, at, matches }): Complaint => ({
      byId,
      atMs: at.getTime(),
      day: calendarDay(at.getTime(), ctx.settings.timeZone),
      isKnown: trust.get(byId) === 'known',
      afterMeeting: matches.some((match) => isMeetingBefore(match, at)),
    }),
  );
  return slowdownEndMs(complaints, dealings, ctx.clock.now().getTime());
}
