import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { type CreateListing, createListingBody } from '@openlarder/domain/listings/listing-contract.ts';
import * as z from 'zod/mini';
import { type Features, type Ground, makeFeatures } from '#server/app.ts';
import type { Tables } from '#server/db/tables.ts';
import { readPlaceNames } from '#server/features/places/place-names.ts';
import { openDatabase } from '#server/platform/database.ts';
import { makeEventLog } from '#server/platform/event-log.ts';
import { makeRateLimits } from '#server/platform/rate-limits.ts';
import type { Caller } from '#server/platform/sessions.ts';
import { DEMO_FOOD, DEMO_INSTRUCTIONS, DEMO_TALK, type DemoFood } from './demo-food.ts';
import { DEMO_ACCOUNTS, DEMO_NEIGHBOURS, DEMO_PASSWORD, type DemoPerson, emailOf } from './demo-people.ts';
import { makeMovingClock, type MovingClock } from './moving-clock.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

const SEED = 20_261_121;
const PAST_HANDOVERS = 60;
const PAST_DAYS = 75;

/** Hours left until the food is over, for what is on offer: every freshness level, the most urgent ones in sight. */
const ON_OFFER_HOURS = [
  0.6, 1.1, 1.4, 1.8, 2.6, 3.3, 4.1, 4.8, 5.5, 7, 8.5, 10, 12, 14, 16, 18, 20, 22, 26, 29, 32, 36, 40, 44, 52,
  58, 66, 75, 90, 110,
];
/** Of these so many were shared within the last two hours. */
const JUST_SHARED = 6;

type Person = DemoPerson & { readonly caller: Caller };
type Stage = {
  readonly features: Features;
  readonly clock: MovingClock;
  readonly random: SeededRandom;
  readonly nowMs: number;
  readonly people: ReadonlyMap<string, Person>;
  readonly donors: readonly Person[];
  readonly takers: readonly Person[];
};

/**
 * Makes the demo community through the features' own services, each thing at its own time: people, months of
 * handovers, what is on offer now, and what the demo accounts find waiting. The same each time, relative to now.
 */
export async function makeDemoCommunity(ground: Ground): Promise<void> {
  const nowMs = ground.clock.now().getTime();
  const clock = makeMovingClock(nowMs);
  const features = makeFeatures({
    ...ground,
    clock,
    db: openDatabase<Tables>(ground.pool),
    eventLog: makeEventLog(ground),
    rateLimits: makeRateLimits(false),
    closeSession: async () => {},
    areaNames: readPlaceNames(ground.settings.placesFile ?? undefined),
  });
  const people = await signUpEverybody(features, clock, nowMs);
  const all = [...people.values()];
  const stage: Stage = {
    features,
    clock,
    random: seededRandom(SEED),
    nowMs,
    people,
    donors: all.filter((person) => person.userType === 'donor'),
    takers: all.filter((person) => person.userType !== 'donor'),
  };
  await makePast(stage);
  await makeOffers(stage);
  await makeWhatWaits(stage);
}

async function signUpEverybody(
  features: Features,
  clock: MovingClock,
  nowMs: number,
): Promise<Map<string, Person>> {
  const everybody = [...DEMO_ACCOUNTS, ...DEMO_NEIGHBOURS];
  const people = new Map<string, Person>();
  clock.setTo(nowMs - (PAST_DAYS + 5) * DAY_MS);
  for (const person of everybody) {
    const { firstName, lastName, userType, address, home } = person;
    const email = emailOf(person);
    const account = { email, password: DEMO_PASSWORD, firstName, lastName, userType };
    const { user } = await features.accounts.signUp({ address: 'demo', caller: null }, account);
    const caller: Caller = { userId: user.id, sessionId: user.id };
    await features.accounts.updateProfile(caller, { address, ...home });
    people.set(person.key, { ...person, caller });
  }
  return people;
}

/** Shares food at `sharedMs` that is over at `endsMs`; gives the listing's id. */
async function share(
  { features, clock, random }: Stage,
  donor: Person,
  food: DemoFood,
  times: { readonly sharedMs: number; readonly endsMs: number; readonly pickupFromMs?: number },
  over: Partial<CreateListing> = {},
): Promise<string> {
  const iso = (ms: number): string => new Date(ms).toISOString();
  clock.setTo(times.sharedMs);
  // the phone's fix wanders a little; the public point does not
  const at = pointAt(donor.home, random.next() * 15, random.next() * 2 * Math.PI);
  const listing = await features.listings.createListing(
    donor.caller,
    z.parse(createListingBody, {
      title: food.title,
      description: food.description,
      category: food.category,
      estimatedServings: food.servings,
      bestByDate: iso(times.endsMs),
      expiryDate: iso(times.endsMs),
      pickupLocation: donor.address,
      pickupInstructions: random.pick(DEMO_INSTRUCTIONS),
      availableFrom: iso(times.pickupFromMs ?? times.sharedMs + 30 * MINUTE_MS),
      availableUntil: iso(times.endsMs),
      imageUrls: [],
      latitude: at.latitude,
      longitude: at.longitude,
      sharePlaceAtOnce: false,
      ...over,
    }),
  );
  return listing.id;
}

/** Claims, talks, shares the address, meets, and both say so. */
async function handOver(
  stage: Stage,
  donor: Person,
  claimer: Person,
  listingId: string,
  claimedMs: number,
): Promise<void> {
  const { features, clock, random } = stage;
  clock.setTo(claimedMs);
  const claim = await features.claims.claimListing(claimer.caller, listingId);
  const lines = DEMO_TALK.slice(0, random.between(1, DEMO_TALK.length));
  let atMs = claimedMs;
  for (const [from, words] of lines) {
    atMs += random.between(1, 6) * MINUTE_MS;
    clock.setTo(atMs);
    const speaker = from === 'donor' ? donor : claimer;
    await features.messaging.sendMessage(speaker.caller, claim.conversationId, words);
  }
  clock.setTo(atMs + MINUTE_MS);
  await features.claims.sharePlace(donor.caller, claim.conversationId);
  clock.setTo(atMs + 40 * MINUTE_MS);
  await features.claims.completeClaim(donor.caller, claim.id);
  clock.setTo(atMs + 43 * MINUTE_MS);
  await features.claims.completeClaim(claimer.caller, claim.id);
  for (const person of [donor, claimer]) {
    await features.messaging.readConversation(person.caller, claim.conversationId);
    await features.notifications.markRead(person.caller, null);
  }
}

async function makePast(stage: Stage): Promise<void> {
  const { random, nowMs, donors, takers } = stage;
  const whenMs = Array.from(
    { length: PAST_HANDOVERS },
    () => nowMs - DAY_MS - Math.floor(random.next() * PAST_DAYS * DAY_MS),
  ).toSorted((a, b) => a - b);
  for (const sharedMs of whenMs) {
    const donor = random.pick(donors);
    const listingId = await share(stage, donor, random.pick(DEMO_FOOD), {
      sharedMs,
      endsMs: sharedMs + random.between(8, 40) * HOUR_MS,
    });
    await handOver(
      stage,
      donor,
      random.pick(takers),
      listingId,
      sharedMs + random.between(10, 200) * MINUTE_MS,
    );
  }
}

async function makeOffers(stage: Stage): Promise<void> {
  const { random, nowMs, donors } = stage;
  const neighbours = donors.filter((donor) => donor.key !== 'rosa');
  for (const [index, hours] of ON_OFFER_HOURS.entries()) {
    const isJustShared = index % Math.ceil(ON_OFFER_HOURS.length / JUST_SHARED) === 0;
    const ageMs = isJustShared ? random.between(5, 110) * MINUTE_MS : random.between(150, 900) * MINUTE_MS;
    const donor = turn(neighbours, index);
    await share(stage, donor, turn(DEMO_FOOD, index), {
      sharedMs: nowMs - ageMs,
      endsMs: nowMs + hours * HOUR_MS,
    });
  }
}

/** The demo accounts' own: a claim to hand over, one to pick up, and three notifications each. */
async function makeWhatWaits(stage: Stage): Promise<void> {
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

  // Amir: the address of his bread is shared, and Ana has said that his soup was handed over
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

  // and what nobody can take any more: taken back, and run out
  const takenBack = await share(stage, named('ines'), food('Cinnamon buns'), fresh(50, 15));
  clock.setTo(minutesAgo(30));
  await features.listings.withdrawListing(named('ines').caller, takenBack);
  await share(stage, named('pavel'), food('Mushrooms, three boxes'), fresh(600, -1));
  clock.setTo(nowMs);
  await features.listings.expireOverdue();
}

/** The demo's script names only what its lists hold. */
function known<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('the demo names something that is not in its lists');
  return thing;
}

/** The items in turn, from the beginning again after the last. */
const turn = <Item>(items: readonly Item[], index: number): Item => known(items[index % items.length]);
