import {
  QUESTIONS_FOR_MS,
  repliesSameDay,
  sharesStep,
  type SharesStep,
  type Standing,
  STANDING_DELAY_MS,
} from '@openlarder/domain/accounts/standing.ts';
import { calendarDay } from '@openlarder/domain/kernel/time.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { foodGiven, questionsAsked } from '../accounts.hooks.ts';
import * as store from '../accounts.store.ts';

/** People in one statement. */
const BATCH = 1000;

/**
 * Recomputes the public sharing stats of each person once on each day of the community's calendar; reads return the
 * stored ones. Idempotent: people who have stats of today are skipped, so an interrupted run continues with the rest.
 */
export async function renewStandings(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now().getTime();
  const day = calendarDay(now, ctx.settings.timeZone);
  let after: string | null = null;
  for (;;) {
    const ids: readonly string[] = await store.selectNotRenewedOn(ctx.db, day, after, BATCH);
    const last = ids.at(-1);
    if (last === undefined) return;
    await store.upsertStandings(ctx.db, day, await standingsOf(ctx, ids, now - STANDING_DELAY_MS));
    after = last;
  }
}

async function standingsOf(
  ctx: AppContext,
  ids: readonly string[],
  untilMs: number,
): Promise<store.StandingRow[]> {
  const until = new Date(untilMs);
  const within = { from: new Date(untilMs - QUESTIONS_FOR_MS), until };
  const [given] = await Promise.all(foodGiven.handlersOf(ctx).map((read) => read(ctx, ids, until)));
  const [asked] = await Promise.all(questionsAsked.handlersOf(ctx).map((read) => read(ctx, ids, within)));
  return ids.map((personId) => ({
    personId,
    sharesStep: sharesStep(given?.get(personId) ?? { handovers: 0, receivers: 0 }),
    repliesSameDay: repliesSameDay(asked?.get(personId) ?? []),
  }));
}

/** `STANDING_COLUMNS` of a person; null where they have no standing yet. */
type StandingColumns = {
  readonly shares_step: SharesStep | null;
  readonly replies_same_day: boolean | null;
  readonly shows_sharing: boolean;
  readonly shows_replies: boolean;
  readonly shows_verified: boolean;
  readonly verified: boolean;
};

/** The sharing stats without those that the person hides. */
export const shownStanding = (row: StandingColumns): Standing => ({
  shares: row.shows_sharing ? row.shares_step : null,
  repliesSameDay: row.shows_replies && row.replies_same_day === true,
  verified: row.shows_verified && row.verified,
});
