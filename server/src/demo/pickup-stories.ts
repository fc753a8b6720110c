import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import * as claims from '#server/features/claims/create/create-claim.ts';
import { acceptTime, proposeTime } from '#server/features/handovers/agreed-time/agree-time.ts';
import { completeHandover, revealAddress } from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as messaging from '#server/features/messaging/messages/send-message.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { type DemoActor, type DemoContext, foodTitled, required, shareFood } from './demo-context.ts';
import { dinnerTime, type OfferTimes, offerTimes, type PlaceKind } from './demo-hours.ts';

/* Pickups that are under way when a visitor looks: the steps until now, with the next ones left open. */

export const DINNER = 'Vegetable lasagna, one tray';
export const BREAD = 'Rye bread, sliced';
export const APPLES = 'Apples, one crate';

/** Rosa keeps a tray for Amir, and they have agreed when he comes for it. */
export async function seedDinnerPickup(demo: DemoContext): Promise<void> {
  const { ctx, nowMs, timeZone } = demo;
  const { at, named, write } = castOf(demo);
  const [rosa, amir] = [named('rosa'), named('amir')];
  /** Half past six tonight, as a rule; the food waits from an hour before to an hour after. */
  const dinnerMs = dinnerTime(nowMs, timeZone);
  const tray = await shareFood(demo, rosa, foodTitled(DINNER), {
    sharedMs: nowMs - 180 * MINUTE_MS,
    pickupFromMs: dinnerMs - HOUR_MS,
    endsMs: dinnerMs + HOUR_MS,
  });
  at(80);
  const { conversationId, handover } = await claims.claimListing(ctx, amir.caller, tray);
  await write(78, amir, conversationId, 'Hello Rosa! I could come on my way home. Would that suit you?');
  const dinner = new Date(dinnerMs);
  await proposeTime(ctx, amir.caller, handover.id, dinner);
  at(35);
  await acceptTime(ctx, rosa.caller, handover.id, dinner);
  await write(35, rosa, conversationId, 'Perfect. I will have it warm.');
}

/** Amir sees the address of his bread, and has one unread message about it. */
export async function seedBreadPickup(demo: DemoContext): Promise<void> {
  const { ctx } = demo;
  const { at, named, write } = castOf(demo);
  const [bakery, amir] = [named('bakery'), named('amir')];
  const times = offerInStory(demo, { kind: 'bakery', minutesAgo: 240, hoursLeft: 7, nth: 2 });
  const bread = await shareFood(demo, bakery, foodTitled(BREAD), times);
  at(120);
  const { conversationId } = await claims.claimListing(ctx, amir.caller, bread);
  at(60);
  await revealAddress(ctx, bakery.caller, conversationId);
  await write(59, bakery, conversationId, 'It is in a paper bag at the counter.');
  await notifications.markRead(ctx, amir.caller, null);
  await write(58, bakery, conversationId, 'We close at half past eight.');
}

/** June has picked up a crate, and has not confirmed it yet. */
export async function seedApplesPickup(demo: DemoContext): Promise<void> {
  const { ctx } = demo;
  const { at, named, write } = castOf(demo);
  const [grocer, june] = [named('grocer'), named('june')];
  const times = offerInStory(demo, { kind: 'grocer', minutesAgo: 260, hoursLeft: 30, nth: 3 });
  const crate = await shareFood(demo, grocer, foodTitled(APPLES), times);
  at(130);
  const { handover, conversationId } = await claims.claimListing(ctx, june.caller, crate, 12);
  at(100);
  await revealAddress(ctx, grocer.caller, conversationId);
  await write(98, grocer, conversationId, 'The crate stands by the back door.');
  at(20);
  await completeHandover(ctx, grocer.caller, handover.id);
}

type StoryOffer = {
  readonly kind: PlaceKind;
  readonly minutesAgo: number;
  readonly hoursLeft: number;
  readonly nth: number;
};

/** The times of an offer that was shared at the time that the story needs, even at night. */
export function offerInStory(
  { nowMs, timeZone }: DemoContext,
  { minutesAgo, ...plan }: StoryOffer,
): OfferTimes {
  const agoMs = minutesAgo * MINUTE_MS;
  return { ...offerTimes({ ...plan, agoMs }, nowMs, timeZone), sharedMs: nowMs - agoMs };
}

function castOf({ ctx, clock, nowMs, people }: DemoContext) {
  const at = (minutesAgo: number): void => clock.setTo(nowMs - minutesAgo * MINUTE_MS);
  return {
    at,
    named: (key: string): DemoActor => required(people.get(key)),
    write: async (
      minutesAgo: number,
      who: DemoActor,
      conversationId: string,
      words: string,
    ): Promise<void> => {
      at(minutesAgo);
      await messaging.sendMessage(ctx, who.caller, conversationId, words);
    },
  };
}
