import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { EventLog } from '#server/platform/events/event-log.ts';
import type { NewId } from '#server/platform/ids.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { Settings } from '#server/platform/settings/settings.ts';

/** What mailing stands on. */
export type MailingParts = Pick<
  Settings,
  'mail' | 'mailPerDay' | 'timeZone' | 'appName' | 'publicUrl' | 'sessionSecret'
> & {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly accounts: Pick<Accounts, 'summaries' | 'mailRecipient'>;
  readonly moderation: Pick<Moderation, 'blockedWith'>;
  readonly jobs: Pick<Jobs, 'add'>;
  /** One that does not count: these mails are counted before they go. */
  readonly mailer: Mailer;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

export type NotificationsParts = MailingParts & {
  readonly eventLog: EventLog;
  readonly moderation: Pick<Moderation, 'hasBlocked' | 'blockedWith'>;
};
