import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { acceptTime, proposeTime } from '#server/features/handovers/agreed-time/agree-time.ts';
import { getHandover } from '#server/features/handovers/handovers.queries.ts';
import {
  completeHandover,
  releaseHandover,
  revealAddress,
} from '#server/features/handovers/lifecycle/handover-actions.ts';
import { expireListings, withdrawListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import { type DemoActor, type DemoContext, shareFood } from './demo-context.ts';
import { foodTitled } from './demo-food.ts';
import { dinnerTime, type OfferPlan, offerTimes, quarterBefore, wakingHour } from './demo-hours.ts';
import { placeKindOf } from './demo-offers.ts';

/** Open items of the demo accounts: food to hand over and to pick up, with the next step left to the visitor. */
export async function seedOpenItems(demo: DemoContext): Promise<void> {
  const story = storyOf(demo);
  await seedCarrots(story);
  // Rosa: a pot that is still offered
  await story.share('rosa', 'Minestrone, a large pot', { minutesAgo: 95, hoursLeft: 20, nth: 1 });
  await seedSoup(story);
  await seedBread(story);
  await seedDinner(story);
  await seedApples(story);
  await seedRolls(story);
  await seedEndedOffers(story);
}

type Story = ReturnType<typeof storyOf>;

/** Rosa: carrots whose claim was released, and that are offered again. */
async function seedCarrots({ ctx, at, named, share }: Story): Promise<void> {
  const maria = named('maria');
  const carrots = await share('rosa', 'Carrots, potatoes, onions', {
    minutesAgo: 300,
    hoursLeft: 54,
    nth: 3,
  });
  at(200);
  const released = await claimListing(ctx, maria.caller, carrots);
  at(150);
  await releaseHandover(ctx, maria.caller, released.handover.id);
}

/** Amir has fetched his soup from Ana. */
async function seedSoup({ ctx, at, named, share }: Story): Promise<void> {
  const [ana, amir] = [named('ana'), named('amir')];
  const soup = await share('ana', 'Lentil soup in jars', { minutesAgo: 400, hoursLeft: 12, nth: 2 });
  at(330);
  const { handover, conversationId } = await claimListing(ctx, amir.caller, soup);
  at(300);
  await revealAddress(ctx, ana.caller, conversationId);
  at(40);
  await completeHandover(ctx, ana.caller, handover.id);
  at(38);
  await completeHandover(ctx, amir.caller, handover.id);
}

/** Amir sees the address of his bread, and has one unread message about it. */
async function seedBread({ ctx, at, named, share, write }: Story): Promise<void> {
  const [bakery, amir] = [named('bakery'), named('amir')];
  const bread = await share('bakery', 'Rye bread, sliced', { minutesAgo: 240, hoursLeft: 7, nth: 2 });
  at(120);
  const { conversationId } = await claimListing(ctx, amir.caller, bread);
  at(60);
  await revealAddress(ctx, bakery.caller, conversationId);
  await write(59, bakery, conversationId, 'It is in a paper bag at the counter.');
  await write(58, bakery, conversationId, 'We close at half past eight.');
}

/** Rosa keeps a tray for Amir, and they have agreed when he comes for it. */
async function seedDinner({ demo, ctx, at, named, write }: Story): Promise<void> {
  const [rosa, amir] = [named('rosa'), named('amir')];
  /** Half past six tonight, as a rule; the food waits from an hour before to an hour after. */
  const dinnerMs = dinnerTime(demo.nowMs, demo.timeZone);
  const tray = await shareFood(demo, rosa, foodTitled('Vegetable lasagna, one tray'), {
    sharedMs: demo.nowMs - 180 * MINUTE_MS,
    pickupFromMs: dinnerMs - HOUR_MS,
    endsMs: dinnerMs + HOUR_MS,
  });
  at(80);
  const { conversationId, handover } = await claimListing(ctx, amir.caller, tray);
  await write(78, amir, conversationId, 'Hello Rosa! I could come on my way home. Would that suit you?');
  await proposeTime(ctx, amir.caller, handover.id, new Date(dinnerMs));
  at(35);
  await acceptTime(ctx, rosa.caller, handover.id, new Date(dinnerMs));
  await write(35, rosa, conversationId, 'Perfect. I will have it warm.');
}

/** June has picked up a crate, and has not confirmed it yet. */
async function seedApples({ ctx, at, named, share, write }: Story): Promise<void> {
  const [grocer, june] = [named('grocer'), named('june')];
  const crate = await share('grocer', 'Apples, one crate', { minutesAgo: 260, hoursLeft: 30, nth: 3 });
  at(130);
  const { handover, conversationId } = await claimListing(ctx, june.caller, crate, 12);
  at(100);
  await revealAddress(ctx, grocer.caller, conversationId);
  await write(98, grocer, conversationId, 'The crate stands by the back door.');
  at(20);
  await completeHandover(ctx, grocer.caller, handover.id);
}

/** Olivia fetches rolls for the community's fridge; Grace has proposed a time. */
async function seedRolls({ demo, ctx, at, named, share, write }: Story): Promise<void> {
  const [grace, olivia] = [named('grace'), named('olivia')];
  const rolls = await share('grace', 'Dinner rolls from a wedding', {
    minutesAgo: 210,
    hoursLeft: 16,
    nth: 2,
  });
  at(115);
  const { handover, conversationId } = await claimListing(ctx, olivia.caller, rolls, 20);
  at(105);
  await revealAddress(ctx, grace.caller, conversationId);
  await write(104, grace, conversationId, 'For the fridge on 49th Street? Then take all you can carry.');
  const { windowUntil } = await getHandover(ctx, grace.caller, handover.id);
  const lastHourMs = Date.parse(windowUntil) - HOUR_MS;
  await proposeTime(ctx, grace.caller, handover.id, new Date(Math.max(lastHourMs, demo.nowMs)));
}

/** No longer available: one withdrawn, one expired. */
async function seedEndedOffers({ demo, ctx, at, named, share }: Story): Promise<void> {
  const { nowMs, timeZone, clock } = demo;
  const withdrawn = await share('ines', 'Cinnamon buns', { minutesAgo: 50, hoursLeft: 15, nth: 0 });
  at(30);
  await withdrawListing(ctx, named('ines').caller, withdrawn);
  const endedMs = quarterBefore(wakingHour('home', nowMs - HOUR_MS, timeZone));
  const ended = { sharedMs: endedMs - 9 * HOUR_MS, pickupFromMs: endedMs - 3 * HOUR_MS, endsMs: endedMs };
  await shareFood(demo, named('pavel'), foodTitled('Mushrooms, three boxes'), ended);
  clock.setTo(nowMs);
  await expireListings(ctx);
}

function storyOf(demo: DemoContext) {
  const { ctx, clock, nowMs, timeZone, named } = demo;
  const at = (minutesAgo: number): void => clock.setTo(nowMs - minutesAgo * MINUTE_MS);

  /** Shares food at the time that the story needs, even at night. */
  const share = (
    key: string,
    title: string,
    { minutesAgo, ...plan }: Pick<OfferPlan, 'hoursLeft' | 'nth'> & { readonly minutesAgo: number },
  ): Promise<string> => {
    const agoMs = minutesAgo * MINUTE_MS;
    const times = offerTimes({ ...plan, kind: placeKindOf(key), agoMs }, nowMs, timeZone);
    return shareFood(demo, named(key), foodTitled(title), { ...times, sharedMs: nowMs - agoMs });
  };

  const write = async (minutesAgo: number, who: DemoActor, conversationId: string, words: string) => {
    at(minutesAgo);
    await sendMessage(ctx, who.caller, conversationId, words);
  };
  return { demo, ctx, at, named, share, write };
}
