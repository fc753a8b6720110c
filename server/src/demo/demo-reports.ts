import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { ReportBody } from '@openlarder/domain/moderation/moderation-contract.ts';
import { known, type Stage } from './demo-stage.ts';

/** What waits for those who run the community: something to look into, and something that needs a talk. */
export async function makeReports({ features, clock, nowMs, people }: Stage): Promise<void> {
  const named = (key: string) => known(people.get(key)).caller;
  const report = async (by: string, hoursAgo: number, body: ReportBody): Promise<void> => {
    clock.setTo(nowMs - hoursAgo * HOUR_MS);
    await features.moderation.report(named(by), body, null);
  };
  const [mushrooms] = await features.listings.listingsOfPerson(named('pavel'), named('pavel').userId);
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
