import type { Db } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Listings } from '#server/features/listings/listings.service.ts';
import type { Messaging } from '#server/features/messaging/messaging.service.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import type { Notifications } from '#server/features/notifications/notifications.service.ts';
import type { Places } from '#server/features/places/places.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { EventLog } from '#server/platform/event-log.ts';
import type { NewId } from '#server/platform/ids.ts';

/** What claims stand on. */
export type ClaimsParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly eventLog: EventLog;
  readonly accounts: Pick<Accounts, 'summaries' | 'requireActive' | 'requireVerifiedEmail'>;
  readonly places: Places;
  readonly moderation: Moderation;
  readonly notifications: Notifications;
  readonly listings: Listings;
  readonly messaging: Messaging;
};
