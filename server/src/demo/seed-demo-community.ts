import { clockTime, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { ReportBody } from '@openlarder/domain/moderation/moderation-contract.ts';
import { renewStandings } from '#server/features/accounts/standing/standing.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { listingsOfPerson } from '#server/features/listings/listings.queries.ts';
import { createReport } from '#server/features/moderation/reports/create-report.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { countAnsweredRequests } from '#server/features/recognition/ledger/recognize-handover.ts';
import type { AppBase } from '#server/platform/app-context.ts';
import { bulkOf, DEMO_BULK } from './demo-bulk.ts';
import { type DemoContext, openDemoContext, required, shareFood } from './demo-context.ts';
import { offerTimes } from './demo-hours.ts';
import { openingOffers, placeKindOf } from './demo-offers.ts';
import { seedAds } from './seed-ads.ts';
import { seedBakery } from './seed-bakery.ts';
import { seedDonations } from './seed-donations.ts';
import { seedEndedClaims } from './seed-ended-claims.ts';
import { seedHistory } from './seed-history.ts';
import { seedOpenItems } from './seed-open-items.ts';
import { seedPartners } from './seed-partners.ts';
import { seedRequests } from './seed-requests.ts';

/**
 * Seeds the demo community through the services of the features, with the clock set to the time of each event: people,
 * months of handovers, current offers and requests, and open items of the demo accounts. Deterministic relative to now.
 */
export async function seedDemoCommunity(base: AppBase): Promise<void> {
  const demo = await openDemoContext(base);
  await seedPartners(demo);
  await seedHistory(demo);
  await seedEndedClaims(demo);
  await seedOffers(demo);
  await seedBulkOffers(demo);
  await seedRequests(demo);
  await seedBakery(demo);
  await seedOpenItems(demo);
  await seedReports(demo);
  await seedDonations(demo);
  await seedAds(demo);
  await renewStandings(demo.ctx);
  await countAnsweredRequests(demo.ctx);
}

async function seedOffers(demo: DemoContext): Promise<void> {
  const { donors, people } = demo;
  const neighbors = donors.filter(({ business, key }) => !business && key !== 'rosa').map(({ key }) => key);
  for (const { donor, food, ...times } of openingOffers({ ...demo, neighbors, taken: [] }))
    await shareFood(demo, required(people.get(donor)), food, times);
}

/** Seeds the bulk offers of businesses, some partly claimed. */
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
      await claimListing(ctx, required(people.get(claimer)).caller, listingId, servings);
    }
    await notifications.markRead(ctx, donor.caller, null);
  }
}

/** Two open reports for the admins. */
async function seedReports({ ctx, clock, nowMs, people }: DemoContext): Promise<void> {
  const named = (key: string) => required(people.get(key)).caller;
  const report = async (by: string, hoursAgo: number, body: ReportBody): Promise<void> => {
    clock.setTo(nowMs - hoursAgo * HOUR_MS);
    await createReport(ctx, named(by), body, null);
  };
  const [mushrooms] = await listingsOfPerson(ctx, named('pavel'), named('pavel').userId);
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
