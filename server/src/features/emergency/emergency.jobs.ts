import type { CronEntry, Job } from '#server/platform/jobs.ts';
import type { Alerting } from './alerts/alerts.ts';
import type { Emergency } from './emergency.service.ts';

const ALERT = 'send_waves_of_alerts';
const SETTLE = 'settle_requests';
const EACH_MINUTE = '* * * * *';

/** The background work of requests for food, by name. */
export function emergencyJobs(
  alerting: Pick<Alerting, 'sendDueWaves'>,
  emergency: Pick<Emergency, 'expireDue'>,
): Readonly<Record<string, Job>> {
  return {
    [ALERT]: () => alerting.sendDueWaves(),
    [SETTLE]: () => emergency.expireDue(),
  };
}

/** What is due is found by looking at the requests: a minute that was missed is made up for by the next. */
export const emergencyCron: readonly CronEntry[] = [
  { job: SETTLE, match: EACH_MINUTE },
  { job: ALERT, match: EACH_MINUTE },
];
