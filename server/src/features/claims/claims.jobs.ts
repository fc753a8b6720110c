import type { CronJob, Job } from '#server/platform/jobs.ts';
import type { Claims } from './claims.service.ts';

const SETTLE = 'settle_claims';
const REMIND = 'remind_of_pickups';
const ASK = 'ask_about_handovers';
const EACH_MINUTE = '* * * * *';

/** The background work of claims, by name. */
export function claimJobs(
  claims: Pick<Claims, 'settleDue' | 'remindDue' | 'askDue'>,
): Readonly<Record<string, Job>> {
  return {
    [SETTLE]: () => claims.settleDue(),
    [REMIND]: () => claims.remindDue(),
    [ASK]: () => claims.askDue(),
  };
}

/** What is due is found by looking at the claims: a minute that was missed is made up for by the next. */
export const claimCron: readonly CronJob[] = [
  { job: SETTLE, match: EACH_MINUTE },
  { job: REMIND, match: EACH_MINUTE },
  { job: ASK, match: EACH_MINUTE },
];
