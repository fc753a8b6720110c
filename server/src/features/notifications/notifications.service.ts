import type {
  Notification,
  NotificationKind,
  NotificationSubject,
} from '@openlarder/domain/notifications/notification-contract.ts';
import type { Db, DbOrTx, Tx } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database.ts';
import type { EventLog } from '#server/platform/event-log.ts';
import type { NewId } from '#server/platform/ids.ts';
import type { Caller } from '#server/platform/sessions.ts';
import * as store from './notifications.store.ts';

/** As many as anybody scrolls through; older ones have lost their news. */
const NEWEST = 50;

export const NOTIFICATION_EVENT = 'notification';
/** The event of a new notification, or (without an id) of some having been read. */
export type NotificationEvent = {
  readonly personId: string;
  readonly notificationId: string | null;
  readonly kind: NotificationKind | null;
};

export type Notice = {
  readonly personId: string;
  readonly kind: NotificationKind;
  readonly subject: NotificationSubject;
  readonly actorId: string | null;
  readonly listingTitle: string | null;
};

export type Notifications = ReturnType<typeof makeNotifications>;

export function makeNotifications(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly eventLog: EventLog;
  readonly accounts: Pick<Accounts, 'summaries'>;
  readonly moderation: Pick<Moderation, 'hasBlocked'>;
}) {
  const { db, clock, newId, eventLog, accounts, moderation } = parts;

  const tell = (tx: Tx, event: NotificationEvent): Promise<void> =>
    eventLog.append(tx, NOTIFICATION_EVENT, event);

  return {
    /**
     * Tells a person what happened, in its cause's transaction. Unread messages of one conversation are one
     * notification. Nothing is told of what one did oneself, nor of what somebody did whom the person has blocked;
     * the blocked side still hears that a claim of theirs has ended. Who has left is told nothing.
     */
    async notify(tx: Tx, { personId, kind, subject, actorId, listingTitle }: Notice): Promise<void> {
      if (actorId === personId) return;
      if (actorId && (await moderation.hasBlocked(tx, personId, actorId))) return;
      const notificationId = await store.insertNotification(tx, {
        id: newId(),
        person_id: personId,
        kind,
        subject_type: subject.type,
        subject_id: subject.id,
        actor_id: actorId,
        listing_title: listingTitle,
        created_at: clock.now(),
        read_at: null,
      });
      if (notificationId) await tell(tx, { personId, notificationId, kind });
    },

    /** Forgets what a person who leaves was told. */
    async closePerson(tx: Tx, personId: string): Promise<void> {
      await store.deleteOf(tx, personId);
    },

    /** What a person was told, oldest first, with the name everybody sees of who did it. */
    async exportPerson(dbOrTx: DbOrTx, personId: string) {
      const rows = await store.allOf(dbOrTx, personId);
      const actors = await accounts.summaries(
        dbOrTx,
        rows.flatMap((row) => row.actor_id ?? []),
      );
      return rows.map((row) => ({
        kind: row.kind,
        about: { type: row.subject_type, id: row.subject_id },
        by: (row.actor_id && actors.get(row.actor_id)?.displayName) || null,
        listingTitle: row.listing_title,
        toldAt: row.created_at.toISOString(),
        readAt: row.read_at?.toISOString() ?? null,
      }));
    },

    /** The newest notifications of the caller, and how many are unread in all. */
    async list(caller: Caller): Promise<{ notifications: Notification[]; unreadCount: number }> {
      const [rows, unreadCount] = await Promise.all([
        store.newest(db, caller.userId, NEWEST),
        store.countUnread(db, caller.userId),
      ]);
      const actors = await accounts.summaries(
        db,
        rows.flatMap((row) => row.actor_id ?? []),
      );
      const notifications = rows.map(
        (row): Notification => ({
          id: row.id,
          kind: row.kind,
          subject: { type: row.subject_type, id: row.subject_id },
          actor: (row.actor_id && actors.get(row.actor_id)) || null,
          listingTitle: row.listing_title,
          createdAt: row.created_at.toISOString(),
          readAt: row.read_at?.toISOString() ?? null,
        }),
      );
      return { notifications, unreadCount };
    },

    /** Marks the caller's notifications as read: those of `ids`, or all. Ids of other people change nothing. */
    async markRead(caller: Caller, ids: readonly string[] | null): Promise<void> {
      if (ids?.length === 0) return;
      await inTransaction(db, async (tx) => {
        if ((await store.markRead(tx, caller.userId, ids, clock.now())) > 0)
          await tell(tx, { personId: caller.userId, notificationId: null, kind: null });
      });
    },

    /** Marks as read what tells of a subject that the person has just seen. */
    async markSubjectRead(tx: Tx, personId: string, subject: NotificationSubject): Promise<void> {
      const row = { subject_type: subject.type, subject_id: subject.id };
      if ((await store.markSubjectRead(tx, personId, row, clock.now())) > 0)
        await tell(tx, { personId, notificationId: null, kind: null });
    },
  };
}
