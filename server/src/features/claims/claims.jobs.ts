import type { CronEntry, Job } from '#server/platform/jobs.ts';
import type { Claims } from './claims.service.ts';

const SETTLE = 'settle_claims';
const REMIND = 'remind_of_pickups';
const ASK = 'ask_about_handovers';
const EACH_MINUTE = '* * * * *';

/** The background work of claims, by name. */
export function claimJobs(
  claims: Pick<Claims, 'expireDue' | 'sendPickupReminders' | 'sendHandoverQuestions'>,
): Readonly<Record<string, Job>> {
  return {
    [SETTLE]: () => claims.expireDue(),
    [REMIND]: () => claims.sendPickupReminders(),
    [ASK]: () => claims.sendHandoverQuestions(),
  };
}

/** What is due is found by looking at the claims: a minute that was missed is made up for by the next. */
export const claimCron: readonly CronEntry[] = [
  { job: SETTLE, match: EACH_MINUTE },
  { job: REMIND, match: EACH_MINUTE },
  { job: ASK, match: EACH_MINUTE },
];
