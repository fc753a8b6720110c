import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { DEMO_FOOD, type DemoFood } from './demo-food.ts';
import { known, type Person, share, type Stage } from './demo-stage.ts';

/** The demo accounts' own: a claim to hand over, one to pick up, and three notifications each. */
export async function makeWhatWaits(stage: Stage): Promise<void> {
  const { features, clock, nowMs, people } = stage;
  const named = (key: string): Person => known(people.get(key));
  const food = (title: string): DemoFood => known(DEMO_FOOD.find((one) => one.title === title));
  const minutesAgo = (minutes: number): number => nowMs - minutes * MINUTE_MS;
  const [rosa, amir, june] = [named('rosa'), named('amir'), named('june')];
  const fresh = (minutes: number, hours: number) => ({
    sharedMs: minutesAgo(minutes),
    endsMs: nowMs + hours * HOUR_MS,
  });

  // Rosa: carrots that were let go, and are on offer again
  const carrots = await share(stage, rosa, food('Carrots, potatoes, onions'), fresh(300, 60));
  clock.setTo(minutesAgo(200));
  const letGo = await features.claims.claimListing(named('maria').caller, carrots);
  await features.notifications.markRead(rosa.caller, null);
  clock.setTo(minutesAgo(150));
  await features.claims.releaseClaim(named('maria').caller, letGo.id);

  // Rosa again: a tray that Amir will fetch, and a pot still on offer
  const lasagne = await share(stage, rosa, food('Vegetable lasagne, one tray'), fresh(180, 9));
  await share(stage, rosa, food('Minestrone, a large pot'), fresh(95, 20));
  clock.setTo(minutesAgo(80));
  const claim = await features.claims.claimListing(amir.caller, lasagne);
  clock.setTo(minutesAgo(78));
  await features.messaging.sendMessage(
    amir.caller,
    claim.conversationId,
    'Hello Rosa! Would seven o’clock suit you?',
  );

  // Amir: the address of his bread is shared, and his soup from Ana is fetched; he may claim one more
  const bread = await share(stage, named('bakery'), food('Rye bread, sliced'), fresh(240, 7));
  clock.setTo(minutesAgo(120));
  const breadClaim = await features.claims.claimListing(amir.caller, bread);
  clock.setTo(minutesAgo(60));
  await features.claims.sharePlace(named('bakery').caller, breadClaim.conversationId);
  clock.setTo(minutesAgo(59));
  await features.messaging.sendMessage(
    named('bakery').caller,
    breadClaim.conversationId,
    'It is in a paper bag at the counter.',
  );
  const soup = await share(stage, named('ana'), food('Lentil soup in jars'), fresh(400, 12));
  clock.setTo(minutesAgo(330));
  const soupClaim = await features.claims.claimListing(amir.caller, soup);
  clock.setTo(minutesAgo(300));
  await features.claims.sharePlace(named('ana').caller, soupClaim.conversationId);
  await features.notifications.markRead(amir.caller, null);
  clock.setTo(minutesAgo(60));
  await features.messaging.sendMessage(
    named('bakery').caller,
    breadClaim.conversationId,
    'We close at eight.',
  );
  clock.setTo(minutesAgo(40));
  await features.claims.completeClaim(named('ana').caller, soupClaim.id);
  clock.setTo(minutesAgo(38));
  await features.claims.completeClaim(amir.caller, soupClaim.id);
  clock.setTo(minutesAgo(35));
  await features.messaging.sendMessage(
    rosa.caller,
    claim.conversationId,
    'Seven is perfect. I will have it warm.',
  );

  // June carries for her neighbours: a box with its address, and thanks
  const apples = await share(stage, named('grocer'), food('Apples, one crate'), fresh(260, 30));
  clock.setTo(minutesAgo(130));
  const appleClaim = await features.claims.claimListing(june.caller, apples, 12);
  clock.setTo(minutesAgo(100));
  await features.claims.sharePlace(named('grocer').caller, appleClaim.conversationId);
  clock.setTo(minutesAgo(98));
  await features.messaging.sendMessage(
    named('grocer').caller,
    appleClaim.conversationId,
    'The crate stands by the back door.',
  );
  clock.setTo(minutesAgo(20));
  await features.claims.completeClaim(named('grocer').caller, appleClaim.id);

  // the bakery: somebody comes for a part of its bread, and somebody is hungry for more
  const bakery = named('bakery');
  const rolls = await share(stage, bakery, food('Dinner rolls from a wedding'), fresh(150, 11));
  clock.setTo(minutesAgo(110));
  const rollsClaim = await features.claims.claimListing(named('sofia').caller, rolls, 12);
  await features.notifications.markRead(bakery.caller, null);
  clock.setTo(minutesAgo(55));
  await features.messaging.sendMessage(
    named('sofia').caller,
    rollsClaim.conversationId,
    'May I come by bike at half past five?',
  );
  clock.setTo(minutesAgo(45));
  await features.claims.claimListing(named('leo').caller, rolls, 6);
  clock.setTo(minutesAgo(15));
  await features.claims.claimListing(named('nadia').caller, rolls, 4);

  // and what nobody can take any more: taken back, and run out
  const takenBack = await share(stage, named('ines'), food('Cinnamon buns'), fresh(50, 15));
  clock.setTo(minutesAgo(30));
  await features.listings.withdrawListing(named('ines').caller, takenBack);
  await share(stage, named('pavel'), food('Mushrooms, three boxes'), fresh(600, -1));
  clock.setTo(nowMs);
  await features.listings.expireOverdue();
}
