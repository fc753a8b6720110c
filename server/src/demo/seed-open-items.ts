import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import * as claims from '#server/features/claims/claims.service.ts';
import * as handovers from '#server/features/handovers/handovers.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { DEMO_FOOD, type DemoFood } from './demo-food.ts';
import { required, type DemoActor, shareFood, type DemoContext } from './demo-context.ts';
import {
  dinnerTime,
  type OfferTimes,
  offerTimes,
  type PlaceKind,
  quarterBefore,
  wakingHour,
} from './demo-hours.ts';

/** Open items of the demo accounts: a claim to hand over, one to pick up, and four notifications each. */
export async function seedOpenItems(demo: DemoContext): Promise<void> {
  const { ctx, clock, nowMs, timeZone, people } = demo;
  const named = (key: string): DemoActor => required(people.get(key));
  const food = (title: string): DemoFood => required(DEMO_FOOD.find((one) => one.title === title));
  const minutesAgo = (minutes: number): number => nowMs - minutes * MINUTE_MS;
  const [rosa, amir, june] = [named('rosa'), named('amir'), named('june')];
  const open = (kind: PlaceKind, minutes: number, hoursLeft: number, nth: number): OfferTimes => ({
    ...offerTimes({ kind, agoMs: minutes * MINUTE_MS, hoursLeft, nth }, nowMs, timeZone),
    // the story needs it as it happened, and neighbors write at any hour
    sharedMs: minutesAgo(minutes),
  });
  /** Half past six tonight, as a rule; the food waits from an hour before to an hour after. */
  const dinnerMs = dinnerTime(nowMs, timeZone);

  // Rosa: carrots whose claim was released, and that are on offer again
  const carrots = await shareFood(demo, rosa, food('Carrots, potatoes, onions'), open('home', 300, 54, 3));
  clock.setTo(minutesAgo(200));
  const released = await claims.claimListing(ctx, named('maria').caller, carrots);
  await notifications.markRead(ctx, rosa.caller, null);
  clock.setTo(minutesAgo(150));
  await claims.releaseClaim(ctx, named('maria').caller, released.id);

  // Rosa again: a tray that Amir will fetch, and a pot still on offer
  const lasagne = await shareFood(demo, rosa, food('Vegetable lasagna, one tray'), {
    sharedMs: minutesAgo(180),
    pickupFromMs: dinnerMs - HOUR_MS,
    endsMs: dinnerMs + HOUR_MS,
  });
  await shareFood(demo, rosa, food('Minestrone, a large pot'), open('home', 95, 20, 1));
  clock.setTo(minutesAgo(80));
  const claim = await claims.claimListing(ctx, amir.caller, lasagne);
  clock.setTo(minutesAgo(78));
  await messaging.sendMessage(
    ctx,
    amir.caller,
    claim.conversationId,
    'Hello Rosa! I could come on my way home. Would that suit you?',
  );
  const dinner = new Date(dinnerMs);
  const { id: dinnerId } = claim.handover;
  await handovers.proposeTime(ctx, amir.caller, dinnerId, dinner);

  // Amir: the address of his bread is shared, and his soup from Ana is fetched; he may claim one more
  const bread = await shareFood(demo, named('bakery'), food('Rye bread, sliced'), open('bakery', 240, 7, 2));
  clock.setTo(minutesAgo(120));
  const breadClaim = await claims.claimListing(ctx, amir.caller, bread);
  clock.setTo(minutesAgo(60));
  await handovers.revealAddress(ctx, named('bakery').caller, breadClaim.conversationId);
  clock.setTo(minutesAgo(59));
  await messaging.sendMessage(
    ctx,
    named('bakery').caller,
    breadClaim.conversationId,
    'It is in a paper bag at the counter.',
  );
  const soup = await shareFood(demo, named('ana'), food('Lentil soup in jars'), open('home', 400, 12, 2));
  clock.setTo(minutesAgo(330));
  const soupClaim = await claims.claimListing(ctx, amir.caller, soup);
  clock.setTo(minutesAgo(300));
  await handovers.revealAddress(ctx, named('ana').caller, soupClaim.conversationId);
  await notifications.markRead(ctx, amir.caller, null);
  clock.setTo(minutesAgo(60));
  await messaging.sendMessage(
    ctx,
    named('bakery').caller,
    breadClaim.conversationId,
    'We close at half past eight.',
  );
  clock.setTo(minutesAgo(40));
  await claims.completeClaim(ctx, named('ana').caller, soupClaim.id);
  clock.setTo(minutesAgo(38));
  await claims.completeClaim(ctx, amir.caller, soupClaim.id);
  clock.setTo(minutesAgo(35));
  await handovers.acceptTime(ctx, rosa.caller, dinnerId, dinner);
  await messaging.sendMessage(ctx, rosa.caller, claim.conversationId, 'Perfect. I will have it warm.');

  // June carries for her neighbours: a box with its address, and thanks
  const apples = await shareFood(
    demo,
    named('grocer'),
    food('Apples, one crate'),
    open('grocer', 260, 30, 3),
  );
  clock.setTo(minutesAgo(130));
  const appleClaim = await claims.claimListing(ctx, june.caller, apples, 12);
  clock.setTo(minutesAgo(100));
  await handovers.revealAddress(ctx, named('grocer').caller, appleClaim.conversationId);
  clock.setTo(minutesAgo(98));
  await messaging.sendMessage(
    ctx,
    named('grocer').caller,
    appleClaim.conversationId,
    'The crate stands by the back door.',
  );
  clock.setTo(minutesAgo(20));
  await claims.completeClaim(ctx, named('grocer').caller, appleClaim.id);

  // no longer available: one withdrawn, one expired
  const withdrawn = await shareFood(demo, named('ines'), food('Cinnamon buns'), open('home', 50, 15, 0));
  clock.setTo(minutesAgo(30));
  await listings.withdrawListing(ctx, named('ines').caller, withdrawn);
  const endedMs = quarterBefore(wakingHour('home', nowMs - HOUR_MS, timeZone));
  const ended = { sharedMs: endedMs - 9 * HOUR_MS, pickupFromMs: endedMs - 3 * HOUR_MS, endsMs: endedMs };
  await shareFood(demo, named('pavel'), food('Mushrooms, three boxes'), ended);
  clock.setTo(nowMs);
  await listings.expireListings(ctx);
}
