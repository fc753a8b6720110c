import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { type Features, type Ground, makeFeatures } from '#server/features.ts';
import type { Tables } from '#server/db/database.ts';
import { readPlaceNames } from '#server/features/places/place-names.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { makeEventLog } from '#server/platform/events/event-log.ts';
import { makeRateLimits } from '#server/platform/http/rate-limits.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { DEMO_BULK } from './demo-bulk.ts';
import { makeEndings } from './demo-endings.ts';
import { DEMO_FOOD } from './demo-food.ts';
import { DEMO_ACCOUNTS, DEMO_NEIGHBOURS, DEMO_PASSWORD, emailOf } from './demo-people.ts';
import { handOver, known, type Person, share, type Stage, turn } from './demo-stage.ts';
import { makeReports } from './demo-reports.ts';
import { makeRequests } from './demo-requests.ts';
import { makeWhatWaits } from './demo-waiting.ts';
import { makeMovingClock, type MovingClock } from './moving-clock.ts';
import { seededRandom } from './seeded-random.ts';

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

/**
 * Makes the demo community through the features' own services, each thing at its own time: people, months of
 * handovers, what is on offer and what is needed now, and what the demo accounts find waiting. The same each time,
 * relative to now.
 */
export async function makeDemoCommunity(ground: Ground): Promise<void> {
  const stage = await makeStage(ground);
  await makePast(stage);
  await makeEndings(stage);
  await makeOffers(stage);
  await makeBulkOffers(stage);
  await makeRequests(stage);
  await makeWhatWaits(stage);
  await makeReports(stage);
}

/** The demo's people, with nothing done yet, and all that it takes to let them do something. */
export async function makeStage(ground: Ground): Promise<Stage> {
  const nowMs = ground.clock.now().getTime();
  const clock = makeMovingClock(nowMs);
  const features = makeFeatures({
    ...ground,
    clock,
    db: openDatabase<Tables>(ground.pool),
    eventLog: makeEventLog(ground),
    rateLimits: makeRateLimits(false),
    closeSession: async () => {},
    // nobody is written to
    jobs: { add: async () => {} },
    mailer: { send: async () => {} },
    areaNames: readPlaceNames(ground.settings.placesFile ?? undefined),
  });
  const people = await signUpEverybody(features, clock, nowMs);
  const all = [...people.values()].filter((person) => !person.isAdmin);
  return {
    features,
    clock,
    random: seededRandom(SEED),
    nowMs,
    people,
    donors: all.filter((person) => person.userType === 'donor'),
    takers: all.filter((person) => person.userType !== 'donor'),
  };
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
    const { firstName, lastName, userType, address, home, business, diets, allergens } = person;
    const email = emailOf(person);
    const account = { email, password: DEMO_PASSWORD, firstName, lastName, userType };
    const { user } = await features.accounts.signUpAndSignIn({ address: 'demo', caller: null }, account);
    const caller: Caller = { userId: user.id, sessionId: user.id };
    await features.accounts.markEmailVerified(user.id);
    // nobody sits at the device of these sessions
    await features.accounts.signOutEverywhere(caller);
    await features.accounts.updateProfile(caller, {
      ...(business
        ? { organizationName: business.name, organizationType: business.type, location: address, ...home }
        : { address, ...home }),
      ...(diets && { diets: [...diets] }),
      ...(allergens && { allergens: [...allergens] }),
    });
    if (person.isAdmin) await features.admin.grantAdmin(user.id, 'demo');
    people.set(person.key, { ...person, caller });
  }
  return people;
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

/** What businesses offer at closing time, some of it in parts already. */
async function makeBulkOffers(stage: Stage): Promise<void> {
  const { features, clock, random, nowMs, people } = stage;
  for (const food of DEMO_BULK) {
    const sharedMs = nowMs - random.between(130, 170) * MINUTE_MS;
    const listingId = await share(
      stage,
      known(people.get(food.donor)),
      food,
      { sharedMs, endsMs: nowMs + food.hoursLeft * HOUR_MS },
      {
        isBulk: true,
        urgencyLevel: food.urgency,
        closingTime: food.closingTime,
        contactPhone: food.phone,
        expiryDate: null,
      },
    );
    for (const [index, [claimer, servings]] of food.parts.entries()) {
      clock.setTo(sharedMs + (20 + index * 25) * MINUTE_MS);
      await features.claims.claimListing(known(people.get(claimer)).caller, listingId, servings);
    }
    await features.notifications.markRead(known(people.get(food.donor)).caller, null);
  }
}
