import type { CronEntry, Job } from '#server/platform/jobs.ts';
import type { Moderation } from './moderation.service.ts';

const FORGET = 'forget-old-reports';
const MAIL_WAITING_REPORTS = 'mail-waiting-reports';

export const moderationJobs = (moderation: Moderation): Record<string, Job> => ({
  ...moderation.mailTasks,
  [FORGET]: () => moderation.forgetOld(),
});

export const moderationCron: readonly CronEntry[] = [
  { job: MAIL_WAITING_REPORTS, match: '17 * * * *' },
  { job: FORGET, match: '37 4 * * *' },
];
