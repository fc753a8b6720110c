import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import * as claims from '#server/features/claims/claims.service.ts';
import * as handovers from '#server/features/handovers/handovers.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { DEMO_FOOD, type DemoFood } from './demo-food.ts';
import { required, type DemoActor, shareFood, type DemoContext } from './demo-context.ts';

const halfHourAfter = (atMs: number): Date => new Date(Math.ceil(atMs / (30 * MINUTE_MS)) * 30 * MINUTE_MS);

/** Open items of the demo accounts: a claim to hand over, one to pick up, and four notifications each. */
export async function seedOpenItems(demo: DemoContext): Promise<void> {
  const { ctx, clock, nowMs, people } = demo;
  const named = (key: string): DemoActor => required(people.get(key));
  const food = (title: string): DemoFood => required(DEMO_FOOD.find((one) => one.title === title));
  const minutesAgo = (minutes: number): number => nowMs - minutes * MINUTE_MS;
  const [rosa, amir, june] = [named('rosa'), named('amir'), named('june')];
  const fresh = (minutes: number, hours: number) => ({
    sharedMs: minutesAgo(minutes),
    endsMs: nowMs + hours * HOUR_MS,
  });

  // Rosa: carrots whose claim was released, and that are on offer again
  const carrots = await shareFood(demo, rosa, food('Carrots, potatoes, onions'), fresh(300, 60));
  clock.setTo(minutesAgo(200));
  const released = await claims.claimListing(ctx, named('maria').caller, carrots);
  await notifications.markRead(ctx, rosa.caller, null);
  clock.setTo(minutesAgo(150));
  await claims.releaseClaim(ctx, named('maria').caller, released.id);

  // Rosa again: a tray that Amir will fetch, and a pot still on offer
  const lasagne = await shareFood(demo, rosa, food('Vegetable lasagne, one tray'), fresh(180, 9));
  await shareFood(demo, rosa, food('Minestrone, a large pot'), fresh(95, 20));
  clock.setTo(minutesAgo(80));
  const claim = await claims.claimListing(ctx, amir.caller, lasagne);
  clock.setTo(minutesAgo(78));
  await messaging.sendMessage(
    ctx,
    amir.caller,
    claim.conversationId,
    'Hello Rosa! I could come on my way home. Would that suit you?',
  );
  const dinnerTime = halfHourAfter(nowMs + 150 * MINUTE_MS);
  const { id: dinnerId } = claim.handover;
  await handovers.proposeTime(ctx, amir.caller, dinnerId, dinnerTime);

  // Amir: the address of his bread is shared, and his soup from Ana is fetched; he may claim one more
  const bread = await shareFood(demo, named('bakery'), food('Rye bread, sliced'), fresh(240, 7));
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
  const soup = await shareFood(demo, named('ana'), food('Lentil soup in jars'), fresh(400, 12));
  clock.setTo(minutesAgo(330));
  const soupClaim = await claims.claimListing(ctx, amir.caller, soup);
  clock.setTo(minutesAgo(300));
  await handovers.revealAddress(ctx, named('ana').caller, soupClaim.conversationId);
  await notifications.markRead(ctx, amir.caller, null);
  clock.setTo(minutesAgo(60));
  await messaging.sendMessage(ctx, named('bakery').caller, breadClaim.conversationId, 'We close at eight.');
  clock.setTo(minutesAgo(40));
  await claims.completeClaim(ctx, named('ana').caller, soupClaim.id);
  clock.setTo(minutesAgo(38));
  await claims.completeClaim(ctx, amir.caller, soupClaim.id);
  clock.setTo(minutesAgo(35));
  await handovers.acceptTime(ctx, rosa.caller, dinnerId, dinnerTime);
  await messaging.sendMessage(ctx, rosa.caller, claim.conversationId, 'Perfect. I will have it warm.');

  // June carries for her neighbours: a box with its address, and thanks
  const apples = await shareFood(demo, named('grocer'), food('Apples, one crate'), fresh(260, 30));
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

  // the bakery: one person has claimed part of its rolls, two more follow
  const bakery = named('bakery');
  const rolls = await shareFood(demo, bakery, food('Dinner rolls from a wedding'), fresh(150, 11));
  clock.setTo(minutesAgo(110));
  const rollsClaim = await claims.claimListing(ctx, named('sofia').caller, rolls, 12);
  await notifications.markRead(ctx, bakery.caller, null);
  clock.setTo(minutesAgo(55));
  await messaging.sendMessage(ctx, named('sofia').caller, rollsClaim.conversationId, 'May I come by bike?');
  const bikeTime = halfHourAfter(nowMs + 90 * MINUTE_MS);
  await handovers.proposeTime(ctx, named('sofia').caller, rollsClaim.handover.id, bikeTime);
  clock.setTo(minutesAgo(45));
  await claims.claimListing(ctx, named('leo').caller, rolls, 6);
  clock.setTo(minutesAgo(15));
  await claims.claimListing(ctx, named('nadia').caller, rolls, 4);

  // no longer available: one withdrawn, one expired
  const withdrawn = await shareFood(demo, named('ines'), food('Cinnamon buns'), fresh(50, 15));
  clock.setTo(minutesAgo(30));
  await listings.withdrawListing(ctx, named('ines').caller, withdrawn);
  await shareFood(demo, named('pavel'), food('Mushrooms, three boxes'), fresh(600, -1));
  clock.setTo(nowMs);
  await listings.expireListings(ctx);
}
