import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import * as store from './claims.store.ts';

/** The food that a person picked up. */
export type FoodReceived = {
  /** Completed pickups by category, ever. */
  readonly pickups: Readonly<Partial<Record<Category, number>>>;
  /** Servings since the time asked about. */
  readonly servings: number;
};

export async function foodReceived(ctx: AppContext, personId: string, since: Date): Promise<FoodReceived> {
  const rows = await store.selectReceived(ctx.db, personId, since);
  return {
    pickups: Object.fromEntries(rows.map(({ category, pickups }) => [category, pickups])),
    servings: rows.reduce((sum, { servings }) => sum + servings, 0),
  };
}

/** An average of fewer people could reveal what one of them received. */
const LEAST_PEOPLE = 5;
const KEPT_MS = HOUR_MS;

/** The last averages, by time span. */
const lastAverages = perApp(
  () => new Map<number, { readonly servings: number | null; readonly atMs: number }>(),
);

/**
 * The average servings per household member of all people who received something in this time span, up to an hour old;
 * null for fewer than five such people.
 */
export async function averageReceived(ctx: AppContext, withinMs: number): Promise<number | null> {
  const nowMs = ctx.clock.now().getTime();
  const last = lastAverages(ctx).get(withinMs);
  if (last && nowMs - last.atMs < KEPT_MS) return last.servings;
  const received = await store.selectReceivedByAll(ctx.db, new Date(nowMs - withinMs));
  const servings = received.people < LEAST_PEOPLE ? null : received.servings / received.heads;
  lastAverages(ctx).set(withinMs, { servings, atMs: nowMs });
  return servings;
}
