import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { addCalendarDays, clockTime, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { acceptTime, proposeTime } from '#server/features/handovers/agreed-time/agree-time.ts';
import { revealAddress, sayOnMyWay } from '#server/features/handovers/lifecycle/handover-actions.ts';
import { sendOnMyWayQuestions } from '#server/features/handovers/reminders/reminders.ts';
import { markConversationRead } from '#server/features/messaging/conversations/mark-read.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { bulkOf } from './demo-bulk.ts';
import { type DemoActor, type DemoContext, required, shareFood } from './demo-context.ts';
import { food } from './demo-food.ts';
import { hourOfDay, isOpen, openingAt, quarterBefore, quarterFrom } from './demo-hours.ts';

/** What the bakery has left each evening. */
const EVENING_TRAY = food(
  'End-of-day bread and pastry',
  'bakery_items',
  60,
  'Six trays from the counter. Boxes are here, bags help.',
  ['gluten', 'milk', 'eggs'],
  ['vegetarian'],
);
export const TRAY = 'Croissants and rolls';
/** The people who claim parts of it. */
export const TRAY_TAKERS = ['hugo', 'linh', 'sofia', 'maria', 'kofi', 'nadia', 'leo', 'zoe'] as const;
const TODAYS_TRAY = food(
  TRAY,
  'bakery_items',
  40,
  'Baked this morning, more than we’ll sell. Boxes are here, bags help.',
  ['gluten', 'milk', 'eggs'],
  ['vegetarian'],
);
const BULK = bulkOf({ urgency: 'high', phone: '+1 212 555 0141' });
const EVENING_HOURS = { shared: 16.5, from: 18, until: 20.5 } as const;

/** Seeds the bakery: yesterday's tray, which was handed over, and today's, which six people have claimed. */
export async function seedBakery(demo: DemoContext): Promise<void> {
  await seedYesterdaysTray(demo);
  await seedTrayPickups(demo, 'four-hours');
}

async function seedYesterdaysTray(demo: DemoContext): Promise<void> {
  const { ctx, clock, nowMs, timeZone, people } = demo;
  const bakery = required(people.get('bakery'));
  const yesterdayMs = addCalendarDays(nowMs, -1, timeZone);
  const at = (hour: number): number => hourOfDay(yesterdayMs, hour, timeZone);
  const { shared, from, until } = EVENING_HOURS;
  const times = { sharedMs: at(shared), pickupFromMs: at(from), endsMs: at(until) };
  const closingTime = clockTime(times.endsMs, timeZone);
  const tray = await shareFood(demo, bakery, EVENING_TRAY, times, { ...BULK, closingTime });
  for (const [nth, [key, servings]] of (
    [
      ['rachel', 20],
      ['omar', 24],
      ['paula', 16],
    ] as const
  ).entries()) {
    const claimer = required(people.get(key));
    clock.setTo(times.sharedMs + (10 + nth * 15) * MINUTE_MS);
    const claim = await claimListing(ctx, claimer.caller, tray, servings);
    await complete(demo, bakery, claimer, claim, times.pickupFromMs + nth * 30 * MINUTE_MS);
  }
}

type Claim = Awaited<ReturnType<typeof claimListing>>;

async function complete(
  { ctx, clock }: DemoContext,
  donor: DemoActor,
  claimer: DemoActor,
  claim: Claim,
  atMs: number,
): Promise<void> {
  clock.setTo(atMs - 15 * MINUTE_MS);
  await revealAddress(ctx, donor.caller, claim.conversationId);
  clock.setTo(atMs);
  await handovers.completeHandover(ctx, donor.caller, claim.handover.id);
  await handovers.completeHandover(ctx, claimer.caller, claim.handover.id);
  for (const person of [donor, claimer]) {
    await markConversationRead(ctx, person.caller, claim.conversationId);
    await notifications.markRead(ctx, person.caller, null);
  }
}

type TrayHours = 'four-hours' | 'all-day';

/** The times of today's tray; in the evening those of tomorrow's. */
function trayTimes({ nowMs, timeZone }: DemoContext, hours: TrayHours) {
  const { opensMs, closesMs } = openingAt('bakery', nowMs, timeZone);
  const lastStartMs = closesMs - 2 * HOUR_MS;
  const pickupFromMs = Math.min(Math.max(opensMs, quarterBefore(nowMs - 90 * MINUTE_MS)), lastStartMs);
  const fourHoursMs = Math.max(pickupFromMs, quarterBefore(nowMs)) + 4 * HOUR_MS;
  const endsMs = hours === 'all-day' ? closesMs : Math.min(closesMs, fourHoursMs);
  return { sharedMs: Math.min(pickupFromMs, nowMs) - 130 * MINUTE_MS, pickupFromMs, endsMs };
}

function nextOpeningMs({ nowMs, timeZone }: DemoContext): number {
  const { closesMs } = openingAt('bakery', nowMs, timeZone);
  return openingAt('bakery', closesMs, timeZone).opensMs;
}

/**
 * Seeds claims of today's tray in all states: with an agreed time today or tomorrow, with a proposed time, without one,
 * and completed.
 */
export async function seedTrayPickups(demo: DemoContext, hours: TrayHours): Promise<void> {
  const { ctx, clock, nowMs, timeZone, people } = demo;
  const named = (key: string): DemoActor => required(people.get(key));
  const bakery = named('bakery');
  const times = trayTimes(demo, hours);
  const tray = await shareFood(demo, bakery, TODAYS_TRAY, times, {
    ...BULK,
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
    await complete(demo, bakery, named(key), claim, agoMs(45 - nth * 10));
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
  const apartMs = hours === 'all-day' ? quarterBefore((times.endsMs - firstMs) / 4) : 30 * MINUTE_MS;
  await agree('sofia', sofia, firstMs, 60);
  await agree('maria', maria, firstMs + apartMs, 58);
  await agree('leo', leo, quarterFrom(firstMs + 1.5 * apartMs), 50);
  if (zoe) await agree('zoe', zoe, nextOpeningMs(demo) + HOUR_MS, 48);
  await say(named('kofi'), kofi, 40, 'Thank you! I’ll come by once my shift is over.');
  await notifications.markRead(ctx, bakery.caller, null);
  clock.setTo(agoMs(25));
  await proposeTime(
    ctx,
    named('nadia').caller,
    nadia.handover.id,
    new Date(quarterFrom(firstMs + 2 * apartMs)),
  );

  if (!isUnderWay) return;
  clock.setTo(Math.max(firstMs, agoMs(2)));
  await sendOnMyWayQuestions(ctx);
  await sayOnMyWay(ctx, named('sofia').caller, sofia.handover.id);
  await sendMessage(ctx, named('sofia').caller, sofia.conversationId, 'I’m here');
}
