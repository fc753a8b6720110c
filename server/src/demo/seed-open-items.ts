import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { revealAddress } from '#server/features/handovers/lifecycle/handover-actions.ts';
import { expireListings, withdrawListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { type DemoActor, type DemoContext, foodTitled, required, shareFood } from './demo-context.ts';
import { quarterBefore, wakingHour } from './demo-hours.ts';
import { offerInStory, seedApplesPickup, seedBreadPickup, seedDinnerPickup } from './pickup-stories.ts';

/** Open items of the demo accounts: a claim to hand over, one to pick up, and four notifications each. */
export async function seedOpenItems(demo: DemoContext): Promise<void> {
  const { ctx, clock, nowMs, timeZone, people } = demo;
  const named = (key: string): DemoActor => required(people.get(key));
  const minutesAgo = (minutes: number): number => nowMs - minutes * MINUTE_MS;
  const [rosa, amir] = [named('rosa'), named('amir')];
  const share = (key: string, title: string, times: Parameters<typeof offerInStory>[1]): Promise<string> =>
    shareFood(demo, named(key), foodTitled(title), offerInStory(demo, times));

  // Rosa: carrots whose claim was released, and that are offered again
  const carrots = await share('rosa', 'Carrots, potatoes, onions', {
    kind: 'home',
    minutesAgo: 300,
    hoursLeft: 54,
    nth: 3,
  });
  clock.setTo(minutesAgo(200));
  const released = await claimListing(ctx, named('maria').caller, carrots);
  await notifications.markRead(ctx, rosa.caller, null);
  clock.setTo(minutesAgo(150));
  await handovers.releaseHandover(ctx, named('maria').caller, released.handover.id);

  // Rosa: a pot that is still offered, and the tray that Amir will pick up
  await share('rosa', 'Minestrone, a large pot', { kind: 'home', minutesAgo: 95, hoursLeft: 20, nth: 1 });

  // Amir: the address of his bread is shared, and his soup from Ana is fetched; he may claim one more
  const soup = await share('ana', 'Lentil soup in jars', {
    kind: 'home',
    minutesAgo: 400,
    hoursLeft: 12,
    nth: 2,
  });
  clock.setTo(minutesAgo(330));
  const soupClaim = await claimListing(ctx, amir.caller, soup);
  clock.setTo(minutesAgo(300));
  await revealAddress(ctx, named('ana').caller, soupClaim.conversationId);
  await seedBreadPickup(demo);
  clock.setTo(minutesAgo(40));
  await handovers.completeHandover(ctx, named('ana').caller, soupClaim.handover.id);
  clock.setTo(minutesAgo(38));
  await handovers.completeHandover(ctx, amir.caller, soupClaim.handover.id);
  await seedDinnerPickup(demo);

  // June: a box with a revealed address, and a thank-you
  await seedApplesPickup(demo);

  // no longer available: one withdrawn, one expired
  const withdrawn = await share('ines', 'Cinnamon buns', {
    kind: 'home',
    minutesAgo: 50,
    hoursLeft: 15,
    nth: 0,
  });
  clock.setTo(minutesAgo(30));
  await withdrawListing(ctx, named('ines').caller, withdrawn);
  const endedMs = quarterBefore(wakingHour('home', nowMs - HOUR_MS, timeZone));
  const ended = { sharedMs: endedMs - 9 * HOUR_MS, pickupFromMs: endedMs - 3 * HOUR_MS, endsMs: endedMs };
  await shareFood(demo, named('pavel'), foodTitled('Mushrooms, three boxes'), ended);
  clock.setTo(nowMs);
  await expireListings(ctx);
}
