import type { CronJob, Job } from '#server/platform/jobs.ts';
import type { Accounts } from './accounts.service.ts';

export const accountJobs = (accounts: Accounts): Record<string, Job> => ({
  ...accounts.mailTasks,
  'forget-expired-sessions': () => accounts.forgetExpired(),
});

export const accountCron: readonly CronJob[] = [{ job: 'forget-expired-sessions', match: '43 * * * *' }];
