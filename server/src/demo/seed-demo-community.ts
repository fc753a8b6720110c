import { STANDING_DELAY_MS } from '@openlarder/domain/accounts/standing.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { ReportBody } from '@openlarder/domain/moderation/moderation-contract.ts';
import type { AppBase } from '#server/platform/app-context.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import * as claims from '#server/features/claims/claims.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { bulkOf, DEMO_BULK } from './demo-bulk.ts';
import { seedDonations } from './seed-donations.ts';
import { seedEndedClaims } from './seed-ended-claims.ts';
import { BUSINESS_FOOD, DEMO_FOOD } from './demo-food.ts';
import { clockTime, hourOfDay, noonDaysAgo, offerTimes, quarterFrom } from './demo-hours.ts';
import { openingOffers, placeKindOf } from './demo-offers.ts';
import { seedBakery } from './seed-bakery.ts';
import {
  completeHandover,
  type DemoActor,
  type DemoContext,
  openDemoContext,
  required,
  shareFood,
} from './demo-context.ts';
import { seededRandom } from './seeded-random.ts';
import { seedRequests } from './seed-requests.ts';
import { seedOpenItems } from './seed-open-items.ts';

const PAST_HANDOVERS = 60;
const PAST_DAYS = 75;

/**
 * Seeds the demo community through the services of the features, with the clock set to the time of each event: people,
 * months of handovers, current offers and requests, and open items of the demo accounts. Deterministic relative to now.
 */
export async function seedDemoCommunity(base: AppBase): Promise<void> {
  const demo = await openDemoContext(base);
  await seedPastHandovers(demo);
  await seedRegulars(demo);
  await seedEndedClaims(demo);
  await seedOffers(demo);
  await seedBulkOffers(demo);
  await seedRequests(demo);
  await seedBakery(demo);
  await seedOpenItems(demo);
  await seedReports(demo);
  await seedDonations(demo);
  await accounts.renewStandings(demo.ctx);
}

/** Between these hours of the day people shared food. */
const [FIRST_HOUR, LAST_HOUR] = [8, 19];

async function seedPastHandovers(demo: DemoContext): Promise<void> {
  await seedHandovers(demo, PAST_HANDOVERS, { fromDaysAgo: 1, donors: demo.donors });
}

/** Handovers beyond those by chance, so that the accounts that visitors try show how neighbors see them. */
const REGULARS = { rosa: 4, bakery: 4 } as const;
/** Longer ago than what is not yet counted. */
const REGULARS_FROM_DAYS = Math.ceil(STANDING_DELAY_MS / DAY_MS) + 2;
const REGULARS_SEED = 20_261_129;

async function seedRegulars(demo: DemoContext): Promise<void> {
  for (const [key, count] of Object.entries(REGULARS)) {
    const donors = [required(demo.people.get(key))];
    // a chance of its own, so that all others keep theirs
    const random = seededRandom(REGULARS_SEED);
    await seedHandovers({ ...demo, random }, count, { fromDaysAgo: REGULARS_FROM_DAYS, donors });
  }
}

async function seedHandovers(
  demo: DemoContext,
  count: number,
  { fromDaysAgo, donors }: { readonly fromDaysAgo: number; readonly donors: readonly DemoActor[] },
): Promise<void> {
  const { random, nowMs, timeZone, takers } = demo;
  const whenMs = Array.from({ length: count }, () => {
    const daysAgo = random.between(fromDaysAgo, PAST_DAYS);
    const hour = random.between(FIRST_HOUR * 4, LAST_HOUR * 4) / 4;
    return hourOfDay(noonDaysAgo(nowMs, daysAgo, timeZone), hour, timeZone);
  })
    .filter((atMs) => atMs < nowMs - 6 * HOUR_MS)
    .toSorted((a, b) => a - b);
  for (const sharedMs of whenMs) {
    const donor = random.pick(donors);
    const food = random.pick(BUSINESS_FOOD[donor.key] ?? DEMO_FOOD);
    const endsMs = quarterFrom(sharedMs + random.between(8, 40) * HOUR_MS);
    const listingId = await shareFood(demo, donor, food, { sharedMs, endsMs });
    const claimedMs = sharedMs + random.between(10, 100) * MINUTE_MS;
    await completeHandover(demo, donor, random.pick(takers), listingId, claimedMs);
  }
}

async function seedOffers(demo: DemoContext): Promise<void> {
  const { donors, people } = demo;
  const neighbors = donors.filter(({ business, key }) => !business && key !== 'rosa').map(({ key }) => key);
  for (const { donor, food, ...times } of openingOffers({ ...demo, neighbors, taken: [] }))
    await shareFood(demo, required(people.get(donor)), food, times);
}

/** What businesses offer in one go; some of it is partly claimed. */
async function seedBulkOffers(demo: DemoContext): Promise<void> {
  const { ctx, clock, nowMs, timeZone, people } = demo;
  for (const [nth, food] of DEMO_BULK.entries()) {
    const donor = required(people.get(food.donor));
    const plan = { kind: placeKindOf(food.donor), agoMs: 150 * MINUTE_MS, hoursLeft: food.hoursLeft, nth };
    const times = offerTimes(plan, nowMs, timeZone);
    const listingId = await shareFood(demo, donor, food, times, {
      ...bulkOf(food),
      closingTime: clockTime(times.endsMs, timeZone),
    });
    for (const [index, [claimer, servings]] of food.parts.entries()) {
      clock.setTo(times.sharedMs + (20 + index * 25) * MINUTE_MS);
      await claims.claimListing(ctx, required(people.get(claimer)).caller, listingId, servings);
    }
    await notifications.markRead(ctx, donor.caller, null);
  }
}

/** Two open reports for the admins. */
async function seedReports({ ctx, clock, nowMs, people }: DemoContext): Promise<void> {
  const named = (key: string) => required(people.get(key)).caller;
  const report = async (by: string, hoursAgo: number, body: ReportBody): Promise<void> => {
    clock.setTo(nowMs - hoursAgo * HOUR_MS);
    await moderation.report(ctx, named(by), body, null);
  };
  const [mushrooms] = await listings.listingsOfPerson(ctx, named('pavel'), named('pavel').userId);
  if (mushrooms)
    await report('ben', 7, {
      subject: { type: 'listing', id: mushrooms.id },
      reason: 'unsafe_food',
      details: 'They smelled sour although the date is fine. Maybe they were not kept cold.',
    });
  await report('wanda', 3, {
    subject: { type: 'person', id: named('victor').userId },
    reason: 'dishonest',
    details: 'He claims more than he can eat, and I saw him sell it on the corner.',
  });
  clock.setTo(nowMs);
}
