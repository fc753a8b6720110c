import * as z from 'zod/mini';
import type { CronEntry, Job } from '#server/platform/jobs.ts';
import { SEND_MAIL } from './mail/notification-mail-delivery.ts';
import type { Notifications } from './notifications.service.ts';

const MAIL_DUE = 'mail-due-notifications';
const FORGET_COUNTS = 'forget-mail-counts';

const turnOfMail = z.object({ mailId: z.string(), turn: z.number() });

export const notificationJobs = (notifications: Notifications): Readonly<Record<string, Job>> => ({
  [MAIL_DUE]: () => notifications.queueDueMails(),
  [SEND_MAIL](payload) {
    const { mailId, turn } = turnOfMail.parse(payload);
    return notifications.sendMail(mailId, turn);
  },
  [FORGET_COUNTS]: () => notifications.forgetMailCounts(),
});

export const notificationCron: readonly CronEntry[] = [
  { job: MAIL_DUE, match: '* * * * *' },
  { job: FORGET_COUNTS, match: '53 4 * * *' },
];
