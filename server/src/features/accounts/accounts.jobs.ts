import type { CronEntry, Job } from '#server/platform/jobs.ts';
import type { Accounts } from './accounts.service.ts';

export const accountJobs = (accounts: Accounts): Record<string, Job> => ({
  ...accounts.mailTasks,
  'forget-expired-sessions': () => accounts.deleteExpiredSessionsAndLinks(),
});

export const accountCron: readonly CronEntry[] = [{ job: 'forget-expired-sessions', match: '43 * * * *' }];
