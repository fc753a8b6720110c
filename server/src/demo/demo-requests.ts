import { MOST_WAVES, WAVE_EVERY_MS } from '@openlarder/domain/emergency/alert-waves.ts';
import { createRequestBody } from '@openlarder/domain/emergency/request-schemas.ts';
import { HELPER_SILENT_HOURS, REQUEST_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import * as z from 'zod/mini';
import { DEMO_FOOD } from './demo-food.ts';
import { DEMO_NEEDS, type DemoNeed } from './demo-needs.ts';
import { known, type Person, share, type Stage } from './demo-stage.ts';

/** Requests for food in every state, those of before first; nobody has anything about them left to read. */
export async function makeRequests(stage: Stage): Promise<void> {
  await makeAnsweredBefore(stage);
  await makeUnansweredBefore(stage);
  await makeWhatIsNeeded(stage);
  const { features, people } = stage;
  const { at, talk: _, ...cast } = actsOf(stage);
  at(stage.nowMs);
  for (const { caller } of Object.values(cast))
    for (const side of ['mine', 'helping'] as const)
      for (const { match } of await features.emergency.listRequests(caller, side))
        if (match) await features.messaging.markConversationRead(caller, match.conversationId);
  // whoever was alerted, too
  for (const { caller } of people.values()) await features.notifications.markRead(caller, null);
}

/** Two that ended well: by what somebody brought, and by food that was on offer. */
async function makeAnsweredBefore(stage: Stage): Promise<void> {
  const { features, nowMs } = stage;
  const { emergency, claims } = features;
  const { amir, rosa, maria, bakery, at, talk } = actsOf(stage);

  const soupMs = nowMs - 12 * DAY_MS;
  const forAmir = await ask(stage, amir, DEMO_NEEDS.amirBefore, soupMs, soupMs + 8 * MINUTE_MS);
  at(soupMs + 8 * MINUTE_MS);
  await emergency.matchRequest(rosa.caller, forAmir);
  await talk(forAmir, soupMs + 10 * MINUTE_MS, [
    [rosa, 'Hello! I have lentil soup, bread and apples. Shall I bring them over?'],
    [amir, 'That would be wonderful. I am home all evening.'],
  ]);
  await emergency.shareRequestPlace(amir.caller, forAmir);
  at(soupMs + 70 * MINUTE_MS);
  await emergency.fulfilRequest(rosa.caller, forAmir);
  at(soupMs + 74 * MINUTE_MS);
  await emergency.fulfilRequest(amir.caller, forAmir);

  const bowlsMs = nowMs - 5 * DAY_MS;
  const bowls = await share(stage, bakery, food('Sandwich platter from a meeting'), {
    sharedMs: bowlsMs - 2 * HOUR_MS,
    endsMs: bowlsMs + 8 * HOUR_MS,
  });
  const forMaria = await ask(stage, maria, DEMO_NEEDS.maria, bowlsMs, bowlsMs + 5 * MINUTE_MS);
  at(bowlsMs + 5 * MINUTE_MS);
  const { match } = await emergency.matchRequest(bakery.caller, forMaria, { listingId: bowls, servings: 14 });
  await talk(forMaria, bowlsMs + 6 * MINUTE_MS, [
    [bakery, 'We are here until ten. Please just come by, it is all packed.'],
  ]);
  const claimId = known(match?.claimId ?? undefined);
  for (const [person, minutes] of [
    [bakery, 55],
    [maria, 60],
  ] as const) {
    at(bowlsMs + minutes * MINUTE_MS);
    await claims.completeClaim(person.caller, claimId);
  }
}

/** And those that did not: nobody answered, a helper fell silent, and it was needed no longer. */
async function makeUnansweredBefore(stage: Stage): Promise<void> {
  const { features, nowMs } = stage;
  const { emergency } = features;
  const { victor, amelia, yusuf, oleg, at } = actsOf(stage);

  const victorMs = nowMs - 8 * DAY_MS;
  await ask(stage, victor, DEMO_NEEDS.victor, victorMs);
  at(victorMs + REQUEST_HOURS * HOUR_MS);
  await emergency.expireDue();

  const ameliaMs = nowMs - 6 * DAY_MS;
  const forAmelia = await ask(stage, amelia, DEMO_NEEDS.amelia, ameliaMs, ameliaMs + 20 * MINUTE_MS);
  at(ameliaMs + 20 * MINUTE_MS);
  await emergency.matchRequest(yusuf.caller, forAmelia);
  at(ameliaMs + 20 * MINUTE_MS + HELPER_SILENT_HOURS * HOUR_MS);
  await emergency.expireDue();
  at(ameliaMs + 140 * MINUTE_MS + MINUTE_MS);
  await emergency.cancelRequest(amelia.caller, forAmelia, 'got_food');

  const olegMs = nowMs - 3 * DAY_MS;
  const forOleg = await ask(stage, oleg, DEMO_NEEDS.oleg, olegMs, olegMs + 40 * MINUTE_MS);
  at(olegMs + 40 * MINUTE_MS);
  await emergency.cancelRequest(oleg.caller, forOleg, 'no_longer_needed');
}

/**
 * What is needed now. Rosa is alerted to one request round the corner; another one she had to let go is open to others
 * again. Two are too far for her, and two have their helper.
 */
async function makeWhatIsNeeded(stage: Stage): Promise<void> {
  const { features, nowMs } = stage;
  const { emergency } = features;
  const { peter, james, rosa, amir, mei, denise, david, teresa, jorge, at, talk } = actsOf(stage);
  const minutesAgo = (minutes: number): number => nowMs - minutes * MINUTE_MS;

  await ask(stage, peter, DEMO_NEEDS.peter, minutesAgo(300));

  const forJames = await ask(stage, james, DEMO_NEEDS.james, minutesAgo(180), minutesAgo(165));
  at(minutesAgo(165));
  await emergency.matchRequest(rosa.caller, forJames);
  await talk(forJames, minutesAgo(160), [
    [rosa, 'I have carrots and greens for you. Give me an hour.'],
    [rosa, 'I am so sorry, my daughter was sent home from school. I cannot leave today.'],
  ]);
  at(minutesAgo(140));
  await emergency.releaseRequest(rosa.caller, forJames, 'cannot_make_it');
  await sendWaves(stage, minutesAgo(140), minutesAgo(125));

  const forAmir = await ask(stage, amir, DEMO_NEEDS.amirNow, minutesAgo(118), minutesAgo(110));
  at(minutesAgo(110));
  await emergency.matchRequest(mei.caller, forAmir);
  await talk(forAmir, minutesAgo(108), [
    [mei, 'Hello Amir! I have rice, lentils and a roast chicken, all halal.'],
    [amir, 'Thank you so much. Could we meet at the fountain on East 53rd Street?'],
  ]);
  await emergency.shareRequestPlace(amir.caller, forAmir, 'At the fountain on East 53rd Street');
  await talk(forAmir, minutesAgo(90), [[mei, 'Of course. I will write when I set off.']]);

  const pie = await share(stage, david, food('Cottage pie'), {
    sharedMs: minutesAgo(85),
    endsMs: nowMs + 6 * HOUR_MS,
  });
  const forDenise = await ask(stage, denise, DEMO_NEEDS.denise, minutesAgo(80), minutesAgo(72));
  at(minutesAgo(72));
  await emergency.matchRequest(david.caller, forDenise, { listingId: pie, servings: null });
  await talk(forDenise, minutesAgo(70), [
    [david, 'There is a whole cottage pie for you, still warm. Shall I bring it?'],
    [denise, 'You are a treasure. Yes, please!'],
  ]);
  await emergency.shareRequestPlace(denise.caller, forDenise);

  await ask(stage, teresa, DEMO_NEEDS.teresa, minutesAgo(50));
  await ask(stage, jorge, DEMO_NEEDS.jorge, minutesAgo(5));
}

const food = (title: string) => known(DEMO_FOOD.find((one) => one.title === title));

/** Everybody by how the script calls them, and what they do. */
function actsOf({ features, clock, people }: Stage) {
  const named = (key: string): Person => known(people.get(key));
  const at = (ms: number): void => clock.setTo(ms);

  /** What the two of a request say from `fromMs` on, two minutes apart. */
  async function talk(
    requestId: string,
    fromMs: number,
    lines: readonly (readonly [speaker: Person, words: string])[],
  ): Promise<void> {
    for (const [nth, [speaker, words]] of lines.entries()) {
      at(fromMs + 2 * nth * MINUTE_MS);
      const { match } = await features.emergency.getRequest(speaker.caller, requestId);
      await features.messaging.sendMessage(speaker.caller, known(match?.conversationId), words);
    }
  }
  return {
    at,
    talk,
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

/** Asks at `askedMs` from where the person lives; the alerts go out until somebody answers. Gives the request's id. */
async function ask(
  stage: Stage,
  person: Person,
  need: DemoNeed,
  askedMs: number,
  answeredMs = stage.nowMs,
): Promise<string> {
  const { features, clock, random } = stage;
  clock.setTo(askedMs);
  const body = z.parse(createRequestBody, {
    ...need,
    ...pointAt(person.home, random.next() * 15, random.next() * 2 * Math.PI),
    pickupLocation: person.address,
  });
  const { id } = await features.emergency.createRequest(person.caller, body, 'demo');
  await sendWaves(stage, askedMs, answeredMs);
  return id;
}

/** Sends the waves that follow the first, when each is due: none is left for whoever opens the demo. */
async function sendWaves({ features, clock }: Stage, fromMs: number, untilMs: number): Promise<void> {
  for (let wave = 1; wave < MOST_WAVES; wave++) {
    const dueMs = fromMs + wave * WAVE_EVERY_MS;
    if (dueMs >= untilMs) return;
    clock.setTo(dueMs);
    await features.alerts.sendDueWaves();
  }
}
