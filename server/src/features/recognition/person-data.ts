import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { showInHistogram } from './ledger/ledger.store.ts';
import * as store from './recognition.store.ts';

/** A person's points with what each was for, and their badges. */
export async function exportPerson(ctx: AppContext, personId: string) {
  const entries = await store.selectEntriesOf(ctx.db, personId);
  const badges = await store.selectBadgesOf(ctx.db, personId);
  return {
    points: entries.map(({ cause, points, earned_at }) => ({ cause, points, at: earned_at.toISOString() })),
    badges: badges.map(({ badge_id, earned_at }) => ({ badge: badge_id, at: earned_at.toISOString() })),
  };
}

/** Forgets a person's badges; the ledger keeps its rows, without a name. */
export const closePerson = (tx: TxContext, personId: string): Promise<void> =>
  store.deleteBadges(tx.db, personId);

/** Follows a person, who is locked, onto boards or off them. */
export const moveOnBoards = (tx: TxContext, personId: string, isShown: boolean): Promise<void> =>
  showInHistogram(tx.db, personId, isShown);
