import { MAX_WAVES, WAVE_INTERVAL_MS } from '@openlarder/domain/emergency/alert-waves.ts';
import { createRequestBody } from '@openlarder/domain/emergency/request-schemas.ts';
import { HELPER_SILENT_MINUTES, REQUEST_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import { DIETS } from '@openlarder/domain/kernel/food-tags.ts';
import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { CATEGORIES } from '@openlarder/domain/listings/listing-fields.ts';
import * as z from 'zod/mini';
import * as accounts from '#server/features/accounts/trust/trust.ts';
import { sendDueWaves } from '#server/features/emergency/alerts/alerts.ts';
import { buildAreasOfMonth } from '#server/features/emergency/areas/build-areas.ts';
import { matchRequest } from '#server/features/emergency/matching/match-request.ts';
import * as requests from '#server/features/emergency/requests/create-request.ts';
import { expireRequests } from '#server/features/emergency/requests/end-request.ts';
import { showDueRequests } from '#server/features/emergency/requests/show-later.ts';
import { cancelRequest } from '#server/features/emergency/requests/request-actions.ts';
import { getRequest, listRequests } from '#server/features/emergency/requests/request-queries.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { markConversationRead } from '#server/features/messaging/conversations/mark-read.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { type DemoActor, type DemoContext, shareFood } from './demo-context.ts';
import { foodTitled } from './demo-food.ts';
import { noonDaysAgo, offerTimes } from './demo-hours.ts';
import { readTable, required, wordsOf } from './read-table.ts';

/** Late enough that all people have been members for a month, and a month before the first request. */
const AREAS_SINCE_DAYS = 45;
const LONGEST_MONTH_DAYS = 31;

/** Seeds requests for food in every state, the past ones first; nothing about them is left unread. */
export async function seedRequests(demo: DemoContext): Promise<void> {
  await buildAreas(demo);
  await seedFulfilledRequests(demo);
  await seedUnfulfilledRequests(demo);
  await seedCurrentRequests(demo);
  const { ctx, people } = demo;
  const { at, sendMessages: _, reveal: _reveal, ...cast } = castOf(demo);
  at(demo.nowMs);
  await showDueRequests(ctx);
  for (const { caller } of Object.values(cast))
    for (const side of ['mine', 'helping'] as const)
      for (const { match } of await listRequests(ctx, caller, side))
        if (match) await markConversationRead(ctx, caller, match.conversationId);
  // Includes alerted donors.
  for (const { caller } of people) await notifications.markRead(ctx, caller, null);
}

/**
 * Builds the areas of two past months and of the current one, so that they are in force when the first request is made.
 * An admin vouches for everyone first: an area then needs ten people, not nine more who are not known.
 */
async function buildAreas({ ctx, clock, nowMs, people }: DemoContext): Promise<void> {
  clock.setTo(nowMs - AREAS_SINCE_DAYS * DAY_MS);
  for (const { caller } of people) await inTransaction(ctx, (tx) => accounts.vouchFor(tx, caller.userId));
  for (const daysAgo of [AREAS_SINCE_DAYS, AREAS_SINCE_DAYS - LONGEST_MONTH_DAYS, 0]) {
    clock.setTo(nowMs - daysAgo * DAY_MS);
    await buildAreasOfMonth(ctx);
  }
}

/** Two fulfilled requests: one by food that the helper brought, one by a listing. */
async function seedFulfilledRequests(demo: DemoContext): Promise<void> {
  const { ctx, nowMs, timeZone } = demo;
  const { amir, rosa, maria, bakery, at, reveal, sendMessages } = castOf(demo);

  const soupMs = noonDaysAgo(nowMs, 12, timeZone);
  const forAmir = await createRequest(demo, amir, 'amirBefore', soupMs, soupMs + 8 * MINUTE_MS);
  at(soupMs + 8 * MINUTE_MS);
  const soup = await matchRequest(ctx, rosa.caller, forAmir);
  await sendMessages(forAmir, soupMs + 10 * MINUTE_MS, [
    [rosa, 'Hello! I have lentil soup, bread and apples. Shall I bring them over?'],
    [amir, 'That would be wonderful. I am home all evening.'],
  ]);
  await reveal(amir, soup.match?.conversationId);
  at(soupMs + 70 * MINUTE_MS);
  await handovers.completeHandover(ctx, rosa.caller, required(soup.match?.handover.id));
  at(soupMs + 74 * MINUTE_MS);
  await handovers.completeHandover(ctx, amir.caller, required(soup.match?.handover.id));

  const bowlsMs = noonDaysAgo(nowMs, 5, timeZone);
  const bowls = await shareFood(demo, bakery, foodTitled('Sandwich platter from a meeting'), {
    sharedMs: bowlsMs - 2 * HOUR_MS,
    endsMs: bowlsMs + 8 * HOUR_MS,
  });
  const forMaria = await createRequest(demo, maria, 'maria', bowlsMs, bowlsMs + 5 * MINUTE_MS);
  at(bowlsMs + 5 * MINUTE_MS);
  const { match } = await matchRequest(ctx, bakery.caller, forMaria, {
    listingId: bowls,
    servings: 14,
  });
  await sendMessages(forMaria, bowlsMs + 6 * MINUTE_MS, [
    [bakery, 'We are here until ten. Please just come by, it is all packed.'],
  ]);
  for (const [person, minutes] of [
    [bakery, 55],
    [maria, 60],
  ] as const) {
    at(bowlsMs + minutes * MINUTE_MS);
    await handovers.completeHandover(ctx, person.caller, required(match?.handover.id));
  }
}

/** Unfulfilled requests: one without a helper, one with a silent helper, one cancelled. */
async function seedUnfulfilledRequests(demo: DemoContext): Promise<void> {
  const { ctx, nowMs, timeZone } = demo;
  const { victor, amelia, yusuf, oleg, at } = castOf(demo);

  const victorMs = noonDaysAgo(nowMs, 8, timeZone);
  await createRequest(demo, victor, 'victor', victorMs);
  at(victorMs + REQUEST_HOURS * HOUR_MS);
  await expireRequests(ctx);

  const ameliaMs = noonDaysAgo(nowMs, 6, timeZone);
  const forAmelia = await createRequest(demo, amelia, 'amelia', ameliaMs, ameliaMs + 20 * MINUTE_MS);
  at(ameliaMs + 20 * MINUTE_MS);
  await matchRequest(ctx, yusuf.caller, forAmelia);
  at(ameliaMs + (20 + HELPER_SILENT_MINUTES) * MINUTE_MS);
  await expireRequests(ctx);
  at(ameliaMs + 140 * MINUTE_MS + MINUTE_MS);
  await cancelRequest(ctx, amelia.caller, forAmelia, 'got_food');

  const olegMs = noonDaysAgo(nowMs, 3, timeZone);
  const forOleg = await createRequest(demo, oleg, 'oleg', olegMs, olegMs + 40 * MINUTE_MS);
  at(olegMs + 40 * MINUTE_MS);
  await cancelRequest(ctx, oleg.caller, forOleg, 'no_longer_needed');
}

/**
 * Current requests. Rosa is alerted to three and has released another, which is open again. Two have a helper.
 */
async function seedCurrentRequests(demo: DemoContext): Promise<void> {
  const { ctx, nowMs, timeZone } = demo;
  const { peter, james, rosa, amir, mei, denise, david, teresa, jorge, at, reveal, sendMessages } =
    castOf(demo);
  const minutesAgo = (minutes: number): number => nowMs - minutes * MINUTE_MS;

  await createRequest(demo, peter, 'peter', minutesAgo(300));

  const forJames = await createRequest(demo, james, 'james', minutesAgo(180), minutesAgo(165));
  at(minutesAgo(165));
  const { match: rosas } = await matchRequest(ctx, rosa.caller, forJames);
  await sendMessages(forJames, minutesAgo(160), [
    [rosa, 'I have carrots and greens for you. Give me an hour.'],
    [rosa, 'I am so sorry, my daughter was sent home from school. I cannot leave today.'],
  ]);
  at(minutesAgo(140));
  await handovers.releaseHandover(ctx, rosa.caller, required(rosas?.handover.id), 'cannot_make_it');
  await sendWaves(demo, minutesAgo(140), minutesAgo(125));

  const forAmir = await createRequest(demo, amir, 'amirNow', minutesAgo(118), minutesAgo(110));
  at(minutesAgo(110));
  const { match: meis } = await matchRequest(ctx, mei.caller, forAmir);
  await sendMessages(forAmir, minutesAgo(108), [
    [mei, 'Hello Amir! I have rice, lentils and a roast chicken, all halal.'],
    [amir, 'Thank you so much. Could we meet at the fountain on East 53rd Street?'],
  ]);
  await handovers.revealAddress(ctx, amir.caller, required(meis?.conversationId), {
    meetingPoint: 'At the fountain on East 53rd Street',
  });
  await sendMessages(forAmir, minutesAgo(90), [[mei, 'Of course. I will write when I set off.']]);

  const pie = await shareFood(demo, david, foodTitled('Cottage pie'), {
    ...offerTimes({ kind: 'home', agoMs: 85 * MINUTE_MS, hoursLeft: 6, nth: 3 }, nowMs, timeZone),
    sharedMs: minutesAgo(85),
  });
  const forDenise = await createRequest(demo, denise, 'denise', minutesAgo(80), minutesAgo(72));
  at(minutesAgo(72));
  const helped = await matchRequest(ctx, david.caller, forDenise, {
    listingId: pie,
    servings: null,
  });
  await sendMessages(forDenise, minutesAgo(70), [
    [david, 'There is a whole cottage pie for you, still warm. Shall I bring it?'],
    [denise, 'You are a treasure. Yes, please!'],
  ]);
  await reveal(denise, helped.match?.conversationId);

  await createRequest(demo, teresa, 'teresa', minutesAgo(50));
  await createRequest(demo, jorge, 'jorge', minutesAgo(5));
}

/** The people of the requests by their key, and what they do. */
function castOf({ ctx, clock, named }: DemoContext) {
  const at = (ms: number): void => clock.setTo(ms);

  /** Sends messages in the conversation of a request from `fromMs` on, two minutes apart. */
  async function sendMessages(
    requestId: string,
    fromMs: number,
    lines: readonly (readonly [speaker: DemoActor, words: string])[],
  ): Promise<void> {
    for (const [nth, [speaker, words]] of lines.entries()) {
      at(fromMs + 2 * nth * MINUTE_MS);
      const { match } = await getRequest(ctx, speaker.caller, requestId);
      await sendMessage(ctx, speaker.caller, required(match?.conversationId), words);
    }
  }
  const reveal = ({ caller, address, home }: DemoActor, conversationId: string | undefined) =>
    handovers.revealAddress(ctx, caller, required(conversationId), { address, ...home });
  return {
    at,
    reveal,
    sendMessages,
    rosa: named('rosa'),
    amir: named('amir'),
    bakery: named('bakery'),
    mei: named('mei'),
    david: named('david'),
    yusuf: named('yusuf'),
    maria: named('maria'),
    victor: named('victor'),
    amelia: named('amelia'),
    oleg: named('oleg'),
    peter: named('peter'),
    james: named('james'),
    denise: named('denise'),
    teresa: named('teresa'),
    jorge: named('jorge'),
  };
}

const REQUESTS = readTable('demo-requests.csv');

/** What the request of this name asks for; its place is the requester's own. */
function requestNamed(name: string) {
  const row = required(REQUESTS.find((one) => one('name') === name));
  return {
    title: row('title'),
    urgencyLevel: row('urgency'),
    householdSize: Number(row('household')),
    radiusKm: Number(row('radius')),
    description: row('description'),
    specialNeeds: row('needs'),
    preferredCategories: wordsOf(row('categories'), CATEGORIES),
    dietaryRestrictions: wordsOf(row('diets'), DIETS),
  };
}

/** Creates the request of that name at `askedMs` from the person's home and sends its alerts until `answeredMs`; returns its id. */
async function createRequest(
  demo: DemoContext,
  person: DemoActor,
  name: string,
  askedMs: number,
  answeredMs = demo.nowMs,
): Promise<string> {
  const { ctx, clock, random } = demo;
  clock.setTo(askedMs);
  const body = z.parse(createRequestBody, {
    ...requestNamed(name),
    ...pointAt(person.home, random.next() * 15, random.next() * 2 * Math.PI),
    pickupLocation: person.address,
  });
  const { id } = await requests.createRequest(ctx, person.caller, body, 'demo');
  await sendWaves(demo, askedMs, answeredMs);
  return id;
}

/** Sends the alert waves after the first, each when it is due, so that none is left for the running demo. */
async function sendWaves({ ctx, clock }: DemoContext, fromMs: number, untilMs: number): Promise<void> {
  for (let wave = 1; wave < MAX_WAVES; wave++) {
    const dueMs = fromMs + wave * WAVE_INTERVAL_MS;
    if (dueMs >= untilMs) return;
    clock.setTo(dueMs);
    await sendDueWaves(ctx);
  }
}
