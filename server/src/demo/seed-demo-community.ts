import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { ReportBody } from '@openlarder/domain/moderation/moderation-contract.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { AppBase } from '#server/platform/app-context.ts';
import { renewStandings } from '#server/features/accounts/standing/standing.ts';
import { sendDueWaves } from '#server/features/emergency/alerts/alerts.ts';
import { alertExpiring } from '#server/features/expiry-alerts/alert-expiring.ts';
import {
  sendHandoverQuestions,
  sendOnMyWayQuestions,
  sendPickupReminders,
} from '#server/features/handovers/reminders/reminders.ts';
import { listingsOfPerson } from '#server/features/listings/listings.queries.ts';
import { createReport } from '#server/features/moderation/reports/create-report.ts';
import { countAnsweredRequests } from '#server/features/recognition/ledger/recognize-handover.ts';
import { type DemoContext, openDemoContext } from './demo-context.ts';
import { DEMO_ACCOUNTS } from './demo-people.ts';
import { required } from './required.ts';
import { seedAds } from './seed-ads.ts';
import { seedBakery } from './seed-bakery.ts';
import { seedDonations } from './seed-donations.ts';
import { seedEndedClaims } from './seed-ended-claims.ts';
import { seedHistory } from './seed-history.ts';
import { seedOffers } from './seed-offers.ts';
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
  for (const { key, caller } of people.values()) {
    const isDemoAccount = DEMO_ACCOUNTS.some((account) => account.key === key);
    const { notifications: all } = await notifications.listNotifications(ctx, caller);
    const ids = all.filter(({ readAt }) => readAt === null).map(({ id }) => id);
    if (isDemoAccount) required(ids[unread - 1]);
    await notifications.markRead(ctx, caller, isDemoAccount ? ids.slice(unread) : null);
  }
}
