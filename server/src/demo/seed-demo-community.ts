import { newAdSchema } from '@openlarder/domain/ads/ad-schemas.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { ReportBody } from '@openlarder/domain/moderation/moderation-contract.ts';
import { createSurplusBody } from '@openlarder/domain/partners/partner-schemas.ts';
import { WEEKDAYS } from '@openlarder/domain/volunteers/volunteer-fields.ts';
import * as z from 'zod/mini';
import { renewStandings } from '#server/features/accounts/standing/standing.ts';
import * as ads from '#server/features/ads/ads.service.ts';
import { sendDueWaves } from '#server/features/emergency/alerts/alerts.ts';
import { alertExpiring } from '#server/features/expiry-alerts/alert-expiring.ts';
import {
  sendHandoverQuestions,
  sendOnMyWayQuestions,
  sendPickupReminders,
} from '#server/features/handovers/reminders/reminders.ts';
import { listingsOfPerson } from '#server/features/listings/listings.queries.ts';
import { createReport } from '#server/features/moderation/reports/create-report.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { putOpeningHours } from '#server/features/partners/hours/opening-hours.ts';
import { createSurplus } from '#server/features/partners/surplus/recurring-surplus.ts';
import { countAnsweredRequests } from '#server/features/recognition/ledger/recognize-handover.ts';
import type { AppBase } from '#server/platform/app-context.ts';
import { type DemoContext, openDemoContext } from './demo-context.ts';
import { OPEN_HOURS, wallTimeOf } from './demo-hours.ts';
import { placeKindOf } from './demo-offers.ts';
import { DEMO_ACCOUNTS } from './demo-people.ts';
import { required } from './read-table.ts';
import { seedDonations } from './seed-donations.ts';
import { seedEndedClaims } from './seed-ended-claims.ts';
import { seedHistory } from './seed-history.ts';
import { seedBakery, seedOffers } from './seed-offers.ts';
import { seedOpenItems } from './seed-open-items.ts';
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
  await seedRequests(demo);
  await seedBakery(demo);
  await seedOpenItems(demo);
  await seedReports(demo);
  await seedDonations(demo);
  await seedAds(demo);
  await renewStandings(demo.ctx);
  await countAnsweredRequests(demo.ctx);
  await sendWhatIsDue(demo);
  await readAllBut(demo, UNREAD_AT_START);
}

/** Two open reports for the admins. */
async function seedReports({ ctx, clock, nowMs, named }: DemoContext): Promise<void> {
  const report = async (by: string, hoursAgo: number, body: ReportBody): Promise<void> => {
    clock.setTo(nowMs - hoursAgo * HOUR_MS);
    await createReport(ctx, named(by).caller, body, null);
  };
  const [mushrooms] = await listingsOfPerson(ctx, named('pavel').caller, named('pavel').caller.userId);
  if (mushrooms)
    await report('ben', 7, {
      subject: { type: 'listing', id: mushrooms.id },
      reason: 'unsafe_food',
      details: 'They smelled sour although the date is fine. Maybe they were not kept cold.',
    });
  await report('wanda', 3, {
    subject: { type: 'person', id: named('victor').caller.userId },
    reason: 'dishonest',
    details: 'He claims more than he can eat, and I saw him sell it on the corner.',
  });
  clock.setTo(nowMs);
}

/** Sends what the app would send in its first minute, so that nothing fires late. */
async function sendWhatIsDue({ ctx, clock, nowMs }: DemoContext): Promise<void> {
  clock.setTo(nowMs);
  await sendPickupReminders(ctx);
  await sendOnMyWayQuestions(ctx);
  await sendHandoverQuestions(ctx);
  await sendDueWaves(ctx);
  await alertExpiring(ctx);
}

/** The bell of each demo account shows this number. */
const UNREAD_AT_START = 3;

/** Everyone has read everything, but the demo accounts not their last `unread` notifications. */
async function readAllBut({ ctx, people }: DemoContext, unread: number): Promise<void> {
  for (const { key, caller } of people) {
    const isDemoAccount = DEMO_ACCOUNTS.some((account) => account.key === key);
    const { notifications: all } = await notifications.listNotifications(ctx, caller);
    const ids = all.filter(({ readAt }) => readAt === null).map(({ id }) => id);
    if (isDemoAccount) required(ids[unread - 1]);
    await notifications.markRead(ctx, caller, isDemoAccount ? ids.slice(unread) : null);
  }
}

const SINCE_MS = 30 * DAY_MS;

/**
 * Seeds the opening hours of all businesses, and the bakery's recurring surplus, asked about each evening before it
 * closes.
 */
async function seedPartners({ ctx, clock, nowMs, people, named }: DemoContext): Promise<void> {
  clock.setTo(nowMs - SINCE_MS);
  for (const { key, business, caller } of people) {
    if (!business) continue;
    const { opens, closes } = OPEN_HOURS[placeKindOf(key)];
    const times = { opens: wallTimeOf(opens), closes: wallTimeOf(closes) };
    await putOpeningHours(ctx, caller, {
      hours: WEEKDAYS.map((weekday) => ({ weekday, ...times })),
    });
  }
  await createSurplus(
    ctx,
    named('bakery').caller,
    z.parse(createSurplusBody, {
      title: 'Rolls and baguettes',
      description: 'From the counter, baked today. Boxes are here, bags help.',
      category: 'bakery_items',
      servings: 40,
      allergens: ['gluten'],
      diets: ['vegetarian'],
      pickupInstructions: 'Come to the counter and say your name.',
      weekdays: WEEKDAYS.slice(0, 6),
      askAt: '19:00',
      pickupFrom: '19:00',
      pickupUntil: '20:30',
    }),
  );
  clock.setTo(nowMs);
}

/** The demo has no sponsored ads, only tips and the community's own. */
const DEMO_ADS = [
  {
    location: 'layout-header',
    adType: 'banner',
    adCategory: 'donation_encouragement',
    title: 'Cooked too much?',
    description: 'One extra plate is dinner for someone on your block.',
    ctaText: 'Share a plate',
  },
  {
    location: 'landing-page',
    adType: 'card',
    adCategory: 'community_building',
    title: 'The fridge on 49th Street is full again',
    description: 'Sixty neighbors keep it stocked. Come by, take something, or bring something.',
    ctaText: 'Join your neighbors',
  },
  {
    location: 'home-page',
    adType: 'card',
    adCategory: 'donation_encouragement',
    title: 'Moving, or going away?',
    description: 'What’s left in your pantry can feed a family this week. It takes two minutes.',
    ctaText: 'Share what’s left',
  },
  {
    location: 'home-page',
    adType: 'card',
    adCategory: 'impact_awareness',
    title: 'See what your neighbors have rescued',
    description: 'Every handover counts, a loaf as much as a tray.',
    ctaText: 'See the leaderboard',
  },
  {
    location: 'home-page',
    adType: 'card',
    adCategory: 'community_building',
    title: 'Cook once, share twice',
    description: 'Freeze a second portion for a neighbor, and write the date on the lid.',
    ctaText: 'Share a portion',
    isTip: true,
  },
  {
    location: 'discover',
    adType: 'inline',
    adCategory: 'safety_tips',
    title: 'Bring a cool bag',
    description: 'Cold food stays safe on the way home when it stays cold.',
    ctaText: 'Got it',
    isTip: true,
  },
  {
    location: 'discover',
    adType: 'inline',
    adCategory: 'community_building',
    title: 'Got an hour this week?',
    description: 'Tell us your days. An organizer writes when something fits.',
    ctaText: 'Say when I can help',
    ctaLink: '/?sheet=helping',
  },
];

/** Adds the ads of the demo, which have been running for a month. */
async function seedAds({ ctx, clock, nowMs }: DemoContext): Promise<void> {
  clock.setTo(nowMs - 30 * DAY_MS);
  for (const ad of DEMO_ADS) await ads.addAd(ctx, newAdSchema.parse(ad));
  clock.setTo(nowMs);
}
