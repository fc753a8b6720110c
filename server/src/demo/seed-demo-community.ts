import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { ReportBody } from '@openlarder/domain/moderation/moderation-contract.ts';
import type { AppBase } from '#server/platform/app-context.ts';
import * as claims from '#server/features/claims/claims.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { DEMO_BULK } from './demo-bulk.ts';
import { seedEndedClaims } from './seed-ended-claims.ts';
import { DEMO_FOOD } from './demo-food.ts';
import {
  completeHandover,
  cycle,
  type DemoContext,
  openDemoContext,
  required,
  shareFood,
} from './demo-context.ts';
import { seedRequests } from './seed-requests.ts';
import { seedOpenItems } from './seed-open-items.ts';

const PAST_HANDOVERS = 60;
const PAST_DAYS = 75;

/** Hours until the current offers expire: every freshness level, the most urgent ones on the first page. */
const ON_OFFER_HOURS = [
  0.6, 1.1, 1.4, 1.8, 2.6, 3.3, 4.1, 4.8, 5.5, 7, 8.5, 10, 12, 14, 16, 18, 20, 22, 26, 29, 32, 36, 40, 44, 52,
  58, 66, 75, 90, 110,
];
/** How many of these were shared within the last two hours. */
const JUST_SHARED = 6;

/**
 * Seeds the demo community through the services of the features, with the clock set to the time of each event: people,
 * months of handovers, current offers and requests, and open items of the demo accounts. Deterministic relative to now.
 */
export async function seedDemoCommunity(base: AppBase): Promise<void> {
  const demo = await openDemoContext(base);
  await seedPastHandovers(demo);
  await seedEndedClaims(demo);
  await seedOffers(demo);
  await seedBulkOffers(demo);
  await seedRequests(demo);
  await seedOpenItems(demo);
  await seedReports(demo);
}

async function seedPastHandovers(demo: DemoContext): Promise<void> {
  const { random, nowMs, donors, takers } = demo;
  const whenMs = Array.from(
    { length: PAST_HANDOVERS },
    () => nowMs - DAY_MS - Math.floor(random.next() * PAST_DAYS * DAY_MS),
  ).toSorted((a, b) => a - b);
  for (const sharedMs of whenMs) {
    const donor = random.pick(donors);
    const listingId = await shareFood(demo, donor, random.pick(DEMO_FOOD), {
      sharedMs,
      endsMs: sharedMs + random.between(8, 40) * HOUR_MS,
    });
    await completeHandover(
      demo,
      donor,
      random.pick(takers),
      listingId,
      sharedMs + random.between(10, 200) * MINUTE_MS,
    );
  }
}

async function seedOffers(demo: DemoContext): Promise<void> {
  const { random, nowMs, donors } = demo;
  const neighbours = donors.filter((donor) => donor.key !== 'rosa');
  for (const [index, hours] of ON_OFFER_HOURS.entries()) {
    const isJustShared = index % Math.ceil(ON_OFFER_HOURS.length / JUST_SHARED) === 0;
    const ageMs = isJustShared ? random.between(5, 110) * MINUTE_MS : random.between(150, 900) * MINUTE_MS;
    const donor = cycle(neighbours, index);
    await shareFood(demo, donor, cycle(DEMO_FOOD, index), {
      sharedMs: nowMs - ageMs,
      endsMs: nowMs + hours * HOUR_MS,
    });
  }
}

/** What businesses offer at closing time; some of it is partly claimed. */
async function seedBulkOffers(demo: DemoContext): Promise<void> {
  const { ctx, clock, random, nowMs, people } = demo;
  for (const food of DEMO_BULK) {
    const sharedMs = nowMs - random.between(130, 170) * MINUTE_MS;
    const listingId = await shareFood(
      demo,
      required(people.get(food.donor)),
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
      await claims.claimListing(ctx, required(people.get(claimer)).caller, listingId, servings);
    }
    await notifications.markRead(ctx, required(people.get(food.donor)).caller, null);
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
