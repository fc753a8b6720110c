import type { Db, Tx } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Listings } from '#server/features/listings/listings.service.ts';
import type { Messaging } from '#server/features/messaging/messaging.service.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import type { Notifications } from '#server/features/notifications/notifications.service.ts';
import type { Places } from '#server/features/places/places.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { EventLog } from '#server/platform/events/event-log.ts';
import type { NewId } from '#server/platform/ids.ts';

/** The requests for food that claims answer: they come later, and their life follows the claim's. */
export type AnsweredRequests = {
  /** Keeps everybody else from changing the request until the transaction ends; it comes before listings. */
  readonly lockRequest: (tx: Tx, requestId: string) => Promise<void>;
  /**
   * The claim for a request, which the transaction has locked, has just ended; both have been told of that. The food has
   * changed hands, or it has not; `endedById` is null where time ended it, or one side's word alone.
   */
  readonly claimEnded: (
    tx: Tx,
    ended: {
      readonly requestId: string;
      readonly claimId: string;
      readonly outcome: 'completed' | 'let_go';
      readonly endedById: string | null;
    },
  ) => Promise<void>;
};

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
  readonly requests: AnsweredRequests;
};
