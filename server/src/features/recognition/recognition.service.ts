import { type BadgeId, BADGES } from '@openlarder/domain/recognition/badges.ts';
import type { Badge, UserBadge } from '@openlarder/domain/recognition/recognition-contract.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { type Translate, translateInto } from '#server/platform/texts/translate.ts';
import { badgeTexts } from './badge-texts.ts';
import { showInHistogram } from './ledger/ledger.store.ts';
import * as store from './recognition.store.ts';
import { readerLanguage } from '../accounts/profile/person-queries.ts';
import * as rebuild from './ledger/ledger.store.ts';

export type RebuiltPoints = {
  readonly totals: number;
  readonly months: number;
  readonly histogram: number;
};

/**
 * Recomputes totals, months and the histogram from the ledger, and returns how many rows that changed: none if all were
 * right. The ledger is locked until then.
 */
export const rebuildPoints = (ctx: AppContext): Promise<RebuiltPoints> =>
  inTransaction(ctx, async (tx) => {
    await rebuild.lockLedger(tx.db);
    return {
      totals: await rebuild.rebuildTotals(tx.db),
      months: await rebuild.rebuildMonths(tx.db),
      histogram: await rebuild.rebuildHistogram(tx.db),
    };
  });

export async function exportPerson(ctx: AppContext, personId: string) {
  const entries = await store.selectEntriesOf(ctx.db, personId);
  const badges = await store.selectBadgesOf(ctx.db, personId);
  return {
    points: entries.map(({ cause, points, earned_at }) => ({ cause, points, at: earned_at.toISOString() })),
    badges: badges.map(({ badge_id, earned_at }) => ({ badge: badge_id, at: earned_at.toISOString() })),
  };
}

export const closePerson = (tx: TxContext, personId: string): Promise<void> =>
  store.deleteBadges(tx.db, personId);

/** Adds a locked person to boards, or removes them. */
export const updateBoardVisibility = (tx: TxContext, personId: string, isShown: boolean): Promise<void> =>
  showInHistogram(tx.db, personId, isShown);

function presentBadges(translate: Translate): Map<BadgeId, Badge> {
  return new Map(
    BADGES.map(({ id, category, iconName, pointsRequired }) => [
      id,
      {
        id,
        name: translate(badgeTexts, id),
        description: translate(badgeTexts, `${id}.for`),
        category,
        iconName,
        pointsRequired,
        isActive: true,
      },
    ]),
  );
}

const badgesFor = async (ctx: AppContext, caller: Caller): Promise<Map<BadgeId, Badge>> =>
  presentBadges(translateInto(await readerLanguage(ctx, caller.userId)));

/** All badges in the caller's language, by the points they are usually earned at. */
export const listBadges = async (ctx: AppContext, caller: Caller): Promise<Badge[]> => [
  ...(await badgesFor(ctx, caller)).values(),
];

export async function listUserBadges(ctx: AppContext, caller: Caller): Promise<UserBadge[]> {
  const badges = await badgesFor(ctx, caller);
  const earned = await store.selectBadgesOf(ctx.db, caller.userId);
  return earned.flatMap(({ id, badge_id, earned_at }) => {
    const badge = badges.get(badge_id);
    return badge ? [{ id, badgeId: badge_id, badge, earnedAt: earned_at.toISOString() }] : [];
  });
}
