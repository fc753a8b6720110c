import { BADGES, type BadgeId } from '@openlarder/domain/recognition/badges.ts';
import type { Badge, UserBadge } from '@openlarder/domain/recognition/recognition-contract.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { type Words, wordsIn } from '#server/platform/texts/wording.ts';
import { badgeTexts } from './badge-texts.ts';
import * as store from './recognition.store.ts';

function presentBadges(words: Words): Map<BadgeId, Badge> {
  return new Map(
    BADGES.map(({ id, category, iconName, pointsRequired }) => [
      id,
      {
        id,
        name: words(badgeTexts, id),
        description: words(badgeTexts, `${id}.for`),
        category,
        iconName,
        pointsRequired,
        isActive: true,
      },
    ]),
  );
}

const badgesFor = async (ctx: AppContext, caller: Caller): Promise<Map<BadgeId, Badge>> =>
  presentBadges(wordsIn(await accounts.readerLanguage(ctx, caller.userId)));

/** All badges in the caller's language, by the points they are usually earned at. */
export const listBadges = async (ctx: AppContext, caller: Caller): Promise<Badge[]> => [
  ...(await badgesFor(ctx, caller)).values(),
];

/** The badges that the caller has earned, latest first. */
export async function listUserBadges(ctx: AppContext, caller: Caller): Promise<UserBadge[]> {
  const badges = await badgesFor(ctx, caller);
  const earned = await store.selectBadgesOf(ctx.db, caller.userId);
  return earned.flatMap(({ id, badge_id, earned_at }) => {
    const badge = badges.get(badge_id);
    return badge ? [{ id, badgeId: badge_id, badge, earnedAt: earned_at.toISOString() }] : [];
  });
}
