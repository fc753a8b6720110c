import { createHash } from 'node:crypto';
import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { activityCategory } from '@openlarder/domain/activity/activity-schemas.ts';
import { startOfDay } from '@openlarder/domain/kernel/time.ts';
import type { ActivityItem } from '@openlarder/domain/activity/activity-contract.ts';
import { summaries } from '#server/features/accounts/profile/person-queries.ts';
import { arranged } from '#server/features/listings/feed/feed-cards.ts';
import { blockedPeople } from '#server/features/moderation/blocks/block-conditions.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import * as store from './activity.store.ts';

/** The latest food and handovers that are looked through for a list of them. */
const LOOKED_THROUGH = 300;

/**
 * What neighbors shared and handed over lately, newest first as `arranged` has it, without the receiver and the place.
 * Handovers that answer a request are never included. Handovers are told from the next day on, and of the day alone: an
 * hour beside someone's points would tell who received it. Everything else is to the hour for a visitor.
 */
export async function communityActivity(
  ctx: AppContext,
  caller: Caller | null,
  limit: number,
): Promise<ActivityItem[]> {
  const hiddenPeople = caller && blockedPeople(caller.userId);
  const now = ctx.clock.now();
  const { timeZone } = ctx.settings;
  const today = new Date(startOfDay(now.getTime(), timeZone));
  const [handedOver, posted] = await Promise.all([
    store.selectHandedOver(ctx.db, hiddenPeople, { before: today, timeZone, limit: LOOKED_THROUGH }),
    store.selectPosted(ctx.db, hiddenPeople, { limit: LOOKED_THROUGH, now, isToTheHour: caller === null }),
  ]);
  const latest = [...handedOver, ...posted].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return present(ctx, await arranged(ctx, latest, { limit, giverOf: ({ donor_id }) => donor_id }));
}

/**
 * The caller's own activity; 404 for anyone else's. The givers of picked-up food are not named, since a block may exist
 * by now.
 */
export async function ownActivity(
  ctx: AppContext,
  caller: Caller,
  { userId, limit }: { readonly userId: string; readonly limit: number },
): Promise<ActivityItem[]> {
  if (userId !== caller.userId) throw notFound();
  const items = await present(ctx, await store.selectOwn(ctx.db, caller.userId, limit));
  return items.map((item) => (item.type === 'donated' ? item : { ...item, donorName: '' }));
}

async function present(ctx: AppContext, rows: readonly store.ActivityRow[]): Promise<ActivityItem[]> {
  const givers = await summaries(ctx, [...new Set(rows.map(({ donor_id }) => donor_id))]);
  return rows.map((row) => ({
    id: opaqueId(row),
    status: row.status,
    type: row.is_giver || row.status === 'posted' ? 'donated' : 'claimed',
    title: row.title,
    category: activityCategory(row.category),
    timestamp: row.at.toISOString(),
    donorName: givers.get(row.donor_id)?.displayName ?? '',
  }));
}

/** Not the listing's id, which tells visitors when it was shared; several people can pick up from one listing. */
const opaqueId = ({ status, id, at }: store.ActivityRow): string =>
  createHash('sha256').update(`${status} ${id} ${at.getTime()}`).digest('base64url').slice(0, 22);
