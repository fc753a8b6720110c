import type { Db } from '#server/db/database.ts';
import type { EventLog } from '#server/platform/events/event-log.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import type { Settings } from '#server/platform/settings/settings.ts';
import type { AuthParts } from './auth/better-auth.ts';
import type { ProfilePlaces } from './profile/profile.ts';

/** What accounts stand on. */
export type AccountsParts = Omit<AuthParts, 'db'> & {
  readonly db: Db;
  readonly rateLimits: RateLimits;
  readonly jobs: Pick<Jobs, 'add'>;
  readonly mailer: Mailer;
  readonly appName: string;
  /** Null: nobody can be sent a mail, and nobody has to confirm an address. */
  readonly mail: Settings['mail'];
  readonly oidc: Settings['oidc'];
  /** Whom people write to who want to reach those who run the community. */
  readonly adminEmail: string | null;
  readonly eventLog: EventLog;
  readonly places: ProfilePlaces;
  /** Closes the live connections of a session that has ended. */
  readonly closeSession: (sessionId: string) => Promise<void> | void;
};
