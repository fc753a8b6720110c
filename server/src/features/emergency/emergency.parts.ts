import type { HelpLine } from '@openlarder/domain/emergency/request-contract.ts';
import type { Db } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Claims } from '#server/features/claims/claims.service.ts';
import type { Messaging } from '#server/features/messaging/messaging.service.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import type { Notifications } from '#server/features/notifications/notifications.service.ts';
import type { Places } from '#server/features/places/places.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { EventLog } from '#server/platform/events/event-log.ts';
import type { NewId } from '#server/platform/ids.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import type { Alerting } from './alerts/alerts.ts';

/** What requests for food stand on. */
export type EmergencyParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly eventLog: EventLog;
  readonly rateLimits: RateLimits;
  readonly accounts: Pick<Accounts, 'summaries' | 'fullNames' | 'requireActive' | 'requireVerifiedEmail'>;
  readonly places: Places;
  readonly moderation: Moderation;
  readonly notifications: Pick<Notifications, 'notify' | 'retitle'>;
  readonly messaging: Messaging;
  readonly claims: Pick<
    Claims,
    'claimForRequest' | 'releaseForPerson' | 'lapseForSilentDonor' | 'endClaimForPerson' | 'completeClaim'
  >;
  /** Who is told of a request, and when. */
  readonly alerts: Alerting;
  /** Where else there is help. */
  readonly helpLines: readonly HelpLine[];
};
