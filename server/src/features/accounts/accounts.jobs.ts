import type { CronJob, Job } from '#server/platform/jobs.ts';
import type { Accounts } from './accounts.service.ts';

export const accountJobs = (accounts: Accounts): Record<string, Job> => ({
  'forget-expired-sessions': () => accounts.forgetExpiredSessions(),
});

export const accountCron: readonly CronJob[] = [{ job: 'forget-expired-sessions', match: '43 * * * *' }];
