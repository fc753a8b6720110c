import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as messaging from '#server/features/messaging/conversations/mark-read.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { AppBase } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { DemoActor, DemoContext } from './demo-context.ts';
import { isOpen, type PlaceKind } from './demo-hours.ts';
import {
  APPLES,
  BREAD,
  DINNER,
  seedApplesPickup,
  seedBreadPickup,
  seedDinnerPickup,
} from './pickup-stories.ts';
import { seedTrayPickups, TRAY, TRAY_TAKERS } from './seed-bakery.ts';

/** A pickup under way, or several from one tray, by the listing that they are about. */
type Story = {
  readonly title: string;
  readonly giver: string;
  readonly takers: readonly string[];
  readonly kind: PlaceKind;
  /** How long ago its first events happen. */
  readonly beginsMs: number;
  readonly tell: (demo: DemoContext) => Promise<void>;
};

const STORIES: readonly Story[] = [
  {
    title: DINNER,
    giver: 'rosa',
    takers: ['amir'],
    kind: 'home',
    beginsMs: 3 * HOUR_MS,
    tell: seedDinnerPickup,
  },
  {
    title: BREAD,
    giver: 'bakery',
    takers: ['amir'],
    kind: 'bakery',
    beginsMs: 4 * HOUR_MS,
    tell: seedBreadPickup,
  },
  {
    title: APPLES,
    giver: 'grocer',
    takers: ['june'],
    kind: 'grocer',
    beginsMs: 4 * HOUR_MS,
    tell: seedApplesPickup,
  },
  {
    title: TRAY,
    giver: 'bakery',
    takers: TRAY_TAKERS,
    kind: 'bakery',
    beginsMs: 2 * HOUR_MS,
    tell: (demo) => seedTrayPickups(demo, 'all-day'),
  },
];

/** How long after its time a pickup is left to visitors before its people confirm it. */
const LEFT_TO_VISITORS_MS = 90 * MINUTE_MS;
/** After a pause this long the stories begin at any hour, as in a new demo. */
const LONG_PAUSE_MS = 18 * HOUR_MS;

/**
 * Restarts each story by day when its listing is over, after ending the pickups that visitors left open; pickups of a
 * tray end over its day. A story that a visitor's action prevents, such as a block or a used-up claim limit, is tried
 * again on another day.
 */
export async function continueDemoPickups(base: AppBase, demo: DemoContext): Promise<void> {
  for (const story of STORIES) {
    const giver = demo.people.get(story.giver);
    const takers = story.takers.flatMap((key) => demo.people.get(key) ?? []);
    if (!giver || takers.length < story.takers.length) continue;
    try {
      const endMs = await endOf(base, story.title, giver);
      const isToBegin = isDue(story, endMs, demo);
      if (isToBegin || demo.nowMs < endMs) await endPickups(base, demo, story.title, giver, takers);
      if (isToBegin) await story.tell(demo);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      base.log.info({ story: story.title, refusal: error.code }, 'a story of the demo waits');
    }
  }
}

/** The end of the story's last listing; zero if there was none. */
async function endOf({ pool }: AppBase, title: string, giver: DemoActor): Promise<number> {
  const { rows } = await pool.query<{ until: Date | null }>(
    'select max(available_until) as until from food_listing where donor_id = $1 and title = $2',
    [giver.caller.userId, title],
  );
  return rows[0]?.until?.getTime() ?? 0;
}

/** Returns true if the story is over, and its place has been open since the time of its first event. */
function isDue({ kind, beginsMs }: Story, endMs: number, { nowMs, timeZone }: DemoContext): boolean {
  const overMs = nowMs - endMs;
  if (overMs < LEFT_TO_VISITORS_MS) return false;
  return (
    overMs > LONG_PAUSE_MS || (isOpen(kind, nowMs - beginsMs, timeZone) && isOpen(kind, nowMs, timeZone))
  );
}

/** Confirms each pickup whose time is past for both sides. */
async function endPickups(
  { pool }: AppBase,
  { ctx, clock, nowMs }: DemoContext,
  title: string,
  giver: DemoActor,
  takers: readonly DemoActor[],
): Promise<void> {
  clock.setTo(nowMs);
  for (const taker of takers) {
    const pair = [giver.caller, taker.caller];
    const { rows } = await pool.query<{
      handover_id: string;
      claim_id: string;
      conversation_id: string;
    }>(
      `select handover.id as handover_id, claim.id as claim_id, conversation_id from handover
       join claim on claim.handover_id = handover.id join food_listing on food_listing.id = listing_id
       where handover.status = 'open' and giver_id = $1 and receiver_id = $2 and title = $3
         and coalesce(agreed_time, window_until) <= $4`,
      [...pair.map(({ userId }) => userId), title, new Date(nowMs - LEFT_TO_VISITORS_MS)],
    );
    for (const { handover_id, claim_id: id, conversation_id } of rows) {
      for (const caller of pair) await handovers.completeHandover(ctx, caller, handover_id);
      // marked as read, since notifications would accumulate day after day
      for (const caller of pair) {
        await messaging.markConversationRead(ctx, caller, conversation_id);
        await inTransaction(ctx, (tx) =>
          notifications.markSubjectRead(tx, caller.userId, { type: 'claim', id }),
        );
      }
    }
  }
}
