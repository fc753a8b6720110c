import { badgesEarned } from '@openlarder/domain/recognition/badges.ts';
import { daysBefore, streakLength } from '@openlarder/domain/recognition/points.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import * as store from '../recognition.store.ts';

/** Longer streaks earn no badge. */
const STREAK_DAYS = 10;

/** Gives these people, who are locked, the badges that they have earned by now. `day` is that of the last change. */
export async function awardBadges(
  tx: TxContext,
  personIds: readonly string[],
  { day, earnedAt }: { readonly day: string; readonly earnedAt: Date },
): Promise<void> {
  const rows = await store.selectBadgeFacts(tx.db, personIds, daysBefore(day, STREAK_DAYS));
  const earned = rows.flatMap(({ personId, badgeIds, activeDays, ...facts }) =>
    badgesEarned({ ...facts, streakDays: streakLength(new Set(activeDays), day) })
      .filter((id) => !badgeIds.includes(id))
      .map((badgeId) => ({ id: tx.newId(), person_id: personId, badge_id: badgeId, earned_at: earnedAt })),
  );
  await store.insertBadges(tx.db, earned);
}
