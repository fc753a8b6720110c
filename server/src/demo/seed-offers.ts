import { clockTime, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { type DemoActor, type DemoContext, shareFood } from './demo-context.ts';
import { foodTitled } from './demo-food.ts';
import { isOpen, offerTimes, openingAt, quarterBefore, quarterFrom } from './demo-hours.ts';
import { neighborhoodOffers, placeKindOf } from './demo-offers.ts';
import { acceptTime, proposeTime } from '../features/handovers/agreed-time/agree-time.ts';
import {
  completeHandover,
  revealAddress,
  sayOnMyWay,
} from '../features/handovers/lifecycle/handover-actions.ts';
import { sendOnMyWayQuestions } from '../features/handovers/reminders/reminders.ts';
import { sendMessage } from '../features/messaging/messages/send-message.ts';

/** A bulk offer of a business, claimed in parts. */
type BulkOffer = {
  readonly title: string;
  readonly donor: string;
  readonly urgency: UrgencyLevel;
  readonly phone: string;
  readonly hoursLeft: number;
  readonly claimed?: { readonly by: string; readonly servings: number };
};

const BULK_OFFERS: readonly BulkOffer[] = [
  {
    title: 'Roast chicken dinners, boxed',
    donor: 'bistro',
    urgency: 'high',
    phone: '+1 212 555 0152',
    hoursLeft: 3.6,
    claimed: { by: 'jorge', servings: 5 },
  },
  {
    title: 'Vegetable crates, mixed',
    donor: 'grocer',
    urgency: 'medium',
    phone: '+1 212 555 0163',
    hoursLeft: 28,
    claimed: { by: 'irene', servings: 10 },
  },
  {
    title: 'Buffet boxes: rice and vegetables',
    donor: 'hotel',
    urgency: 'medium',
    phone: '+1 212 555 0174',
    hoursLeft: 9.4,
  },
  {
    title: 'Sliced meats and cheese, sealed',
    donor: 'deli',
    urgency: 'low',
    phone: '+1 212 555 0185',
    hoursLeft: 47,
  },
];

/** The fields of a bulk donation; its best-before date is the end of pickup. */
const bulkOf = ({ urgency, phone }: Pick<BulkOffer, 'urgency' | 'phone'>) => ({
  isBulk: true,
  urgencyLevel: urgency,
  contactPhone: phone,
  expiryDate: null,
});

export async function seedOffers(demo: DemoContext): Promise<void> {
  const { ctx, clock, nowMs, timeZone, donors, named } = demo;
  const neighbors = donors.filter(({ business, key }) => !business && key !== 'rosa').map(({ key }) => key);
  for (const { donor, food, ...times } of neighborhoodOffers(neighbors, demo))
    await shareFood(demo, named(donor), food, times);
  for (const [nth, { title, donor, hoursLeft, claimed, ...contact }] of BULK_OFFERS.entries()) {
    const plan = { kind: placeKindOf(donor), agoMs: 150 * MINUTE_MS, hoursLeft, nth };
    const times = offerTimes(plan, nowMs, timeZone);
    const listingId = await shareFood(demo, named(donor), foodTitled(title), times, {
      ...bulkOf(contact),
      closingTime: clockTime(times.endsMs, timeZone),
    });
    if (!claimed) continue;
    clock.setTo(times.sharedMs + 20 * MINUTE_MS);
    await claimListing(ctx, named(claimed.by).caller, listingId, claimed.servings);
  }
}

/** Pickups of one tray are this far apart. */
const APART_MS = 30 * MINUTE_MS;

type Claim = Awaited<ReturnType<typeof claimListing>>;

/** The times of today's tray; in the evening those of tomorrow's. */
function trayTimes({ nowMs, timeZone }: DemoContext) {
  const { opensMs, closesMs } = openingAt('bakery', nowMs, timeZone);
  const pickupFromMs = Math.min(
    Math.max(opensMs, quarterBefore(nowMs - 90 * MINUTE_MS)),
    closesMs - 2 * HOUR_MS,
  );
  const endsMs = Math.min(closesMs, Math.max(pickupFromMs, quarterBefore(nowMs)) + 4 * HOUR_MS);
  return { sharedMs: Math.min(pickupFromMs, nowMs) - 130 * MINUTE_MS, pickupFromMs, endsMs };
}

/**
 * Seeds the bakery's tray of today, claimed in all states: with an agreed time, with a proposed time,
 * without one, and completed.
 */
export async function seedBakery(demo: DemoContext): Promise<void> {
  const { ctx, clock, nowMs, timeZone, named } = demo;
  const bakery = named('bakery');
  const times = trayTimes(demo);
  const tray = await shareFood(demo, bakery, foodTitled('Croissants and rolls'), times, {
    ...bulkOf({ urgency: 'high', phone: '+1 212 555 0141' }),
    closingTime: clockTime(times.endsMs, timeZone),
  });
  const agoMs = (minutes: number): number => nowMs - minutes * MINUTE_MS;
  const take = (key: string, servings: number, minutesAgo: number): Promise<Claim> => {
    clock.setTo(agoMs(minutesAgo));
    return claimListing(ctx, named(key).caller, tray, servings);
  };
  const isUnderWay = isOpen('bakery', nowMs, timeZone);

  for (const [nth, key] of ['hugo', 'linh'].entries()) {
    const claim = await take(key, 3, 110 - nth * 5);
    // before the day begins, these two were completed the evening before
    clock.setTo(agoMs(60 - nth * 10));
    await revealAddress(ctx, bakery.caller, claim.conversationId);
    clock.setTo(agoMs(45 - nth * 10));
    for (const person of [bakery, named(key)]) await completeHandover(ctx, person.caller, claim.handover.id);
  }

  const sofia = await take('sofia', 4, 100);
  const maria = await take('maria', 8, 95);
  const kofi = await take('kofi', 6, 90);
  const nadia = await take('nadia', 4, 80);
  const leo = await take('leo', 5, 70);
  const zoe = isUnderWay ? await take('zoe', 3, 65) : null;
  const say = (who: DemoActor, claim: Claim, minutesAgo: number, words: string) => {
    clock.setTo(agoMs(minutesAgo));
    return sendMessage(ctx, who.caller, claim.conversationId, words);
  };
  const agree = async (
    key: string,
    { handover, conversationId }: Claim,
    atMs: number,
    minutesAgo: number,
  ) => {
    clock.setTo(agoMs(minutesAgo));
    await proposeTime(ctx, named(key).caller, handover.id, new Date(atMs));
    clock.setTo(agoMs(minutesAgo - 2));
    await acceptTime(ctx, bakery.caller, handover.id, new Date(atMs));
    await revealAddress(ctx, bakery.caller, conversationId);
  };
  // over the day: from this quarter of an hour on, one after the other; tomorrow morning if the bakery is closed
  const firstMs = isUnderWay ? quarterBefore(nowMs) : times.pickupFromMs + 30 * MINUTE_MS;
  await agree('sofia', sofia, firstMs, 60);
  await agree('maria', maria, firstMs + APART_MS, 58);
  await agree('leo', leo, quarterFrom(firstMs + 1.5 * APART_MS), 50);
  if (zoe) await agree('zoe', zoe, Math.min(firstMs + 4 * APART_MS, times.endsMs), 48);
  await say(named('kofi'), kofi, 40, 'Thank you! I’ll come by once my shift is over.');
  clock.setTo(agoMs(25));
  await proposeTime(
    ctx,
    named('nadia').caller,
    nadia.handover.id,
    new Date(quarterFrom(firstMs + 2 * APART_MS)),
  );

  if (!isUnderWay) return;
  clock.setTo(Math.max(firstMs, agoMs(2)));
  await sendOnMyWayQuestions(ctx);
  await sayOnMyWay(ctx, named('sofia').caller, sofia.handover.id);
  await sendMessage(ctx, named('sofia').caller, sofia.conversationId, 'I’m here');
}
