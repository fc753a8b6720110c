import { DISPUTE_HOURS } from '@openlarder/domain/handovers/handover-states.ts';
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
import type { AppContext } from '#server/platform/app-context.ts';
import { type NoShowRow, selectNoShows } from './claim-limits.store.ts';

/** A no-show counts for as long as it may be the first of three, and what the third causes lasts. */
const READ_BACK_MS = COMPLAINTS_WITHIN_DAYS * DAY_MS + (DISPUTE_HOURS + SLOWED_HOURS) * HOUR_MS;

/**
 * Until when missed pickups slow a person's claiming (epoch milliseconds); null if they do not. Each counts once it can no
 * longer be disputed.
 */
export async function claimingSlowedUntilMs(
  ctx: AppContext,
  personId: string,
  now: Date,
): Promise<number | null> {
  const missed = await selectNoShows(ctx.db, personId, new Date(now.getTime() - READ_BACK_MS));
  // almost everyone
  if (missed.length === 0) return null;
  const giverIds = [...new Set(missed.map(({ giver_id }) => giver_id))];
  const [shown, trust, dealings] = [
    await messaging.placesShown(ctx, missed.map(turnOfGiver)),
    await accounts.trustOf(ctx, giverIds),
    await handovers.dealingsAmong(ctx, giverIds),
  ];
  const complaints = missed.map(
    (row): Complaint => ({
      byId: row.giver_id,
      atMs: row.ended_at.getTime() + DISPUTE_HOURS * HOUR_MS,
      day: calendarDay(row.ended_at.getTime(), ctx.settings.timeZone),
      isKnown: trust.get(row.giver_id) === 'known',
      afterMeeting: row.agreed_at !== null || row.place_is_public || shown.has(row.conversation_id),
    }),
  );
  return slowedUntilMs(complaints, dealings, now.getTime());
}

const turnOfGiver = ({ giver_id, conversation_id, created_at }: NoShowRow) => ({
  conversationId: conversation_id,
  personId: giver_id,
  since: created_at,
});
