import type { Db, DbOrTx } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Listings } from '#server/features/listings/listings.service.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import type { Notifications } from '#server/features/notifications/notifications.service.ts';
import type { Photos } from '#server/features/photos/photos.service.ts';
import type { Places } from '#server/features/places/places.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { EventLog } from '#server/platform/events/event-log.ts';
import type { NewId } from '#server/platform/ids.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';

/** What conversations stand on. */
export type MessagingParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly eventLog: EventLog;
  readonly rateLimits: RateLimits;
  readonly accounts: Pick<Accounts, 'fullNames' | 'requireActive'>;
  /** Whether the two have something to hand over: claims come later, and know. */
  readonly hasOpenClaim: (dbOrTx: DbOrTx, conversationId: string) => Promise<boolean>;
  readonly places: Pick<Places, 'redactAddresses'>;
  readonly moderation: Pick<Moderation, 'blockedWith' | 'lockPairAgainstBlock' | 'isBlockedBetween'>;
  readonly notifications: Pick<Notifications, 'notify' | 'markSubjectRead'>;
  readonly photos: Pick<Photos, 'attachPrivatePhoto' | 'detachPhotos' | 'photosByIds'>;
  readonly listings: Pick<Listings, 'listingsById'>;
};
