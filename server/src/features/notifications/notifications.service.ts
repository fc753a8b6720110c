import { mailDueMs, overtakenBy } from '@openlarder/domain/notifications/mail-rules.ts';
import type {
  Notification,
  NotificationSubject,
} from '@openlarder/domain/notifications/notification-contract.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { makeMailSettings } from './mail-settings.ts';
import { settingsOf } from './mail/mail-settings.store.ts';
import { makeMailing } from './mail/notification-mail-delivery.ts';
import type { NotificationsParts } from './notifications.parts.ts';
import * as store from './notifications.store.ts';
import { makeUnsubscribing } from './unsubscribe/unsubscribe.ts';

/** As many as anybody scrolls through; older ones have lost their news. */
const NEWEST = 50;

export const NOTIFICATION_EVENT = 'notification';
/** The event of a new notification, or (without an id) of some having been read. */
export type NotificationEvent = {
  readonly personId: string;
  readonly notificationId: string | null;
  readonly kind: NotificationKind | null;
};

export const NOTIFICATIONS_EVENT = 'notifications';
/** The event that many were told the same: each one's own notification, by person. */
export type NotificationsEvent = {
  readonly kind: NotificationKind;
  readonly byPerson: Readonly<Record<string, string>>;
};

export type Notice = {
  readonly personId: string;
  readonly kind: NotificationKind;
  readonly subject: NotificationSubject;
  readonly actorId: string | null;
  readonly listingTitle: string | null;
};

export type Notifications = ReturnType<typeof makeNotifications>;

export function makeNotifications(parts: NotificationsParts) {
  const { db, clock, newId, eventLog, accounts, moderation, mail } = parts;

  const tell = (tx: Tx, event: NotificationEvent): Promise<void> =>
    eventLog.append(tx, NOTIFICATION_EVENT, event);

  /** Without a mail server nothing is ever due: these mails would only bury those that open an account. */
  function mailDueAt(kind: NotificationKind, now: Date): Date | null {
    const dueMs = mail ? mailDueMs(kind, now.getTime()) : null;
    return dueMs === null ? null : new Date(dueMs);
  }

  return {
    /**
     * Tells a person what happened, in its cause's transaction. Unread messages of one conversation are one
     * notification. Nothing is told of what one did oneself, nor of what somebody did whom the person has blocked;
     * the blocked side still hears that a claim of theirs has ended. Who has left is told nothing. What is out of date
     * by it is not mailed any more, to nobody.
     */
    async notify(tx: Tx, { personId, kind, subject, actorId, listingTitle }: Notice): Promise<void> {
      const now = clock.now();
      await store.cancelMails(tx, { subject_type: subject.type, subject_id: subject.id }, overtakenBy(kind));
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
        created_at: now,
        read_at: null,
        mail_due_at: mailDueAt(kind, now),
      });
      if (notificationId) await tell(tx, { personId, notificationId, kind });
    },

    /** Tells these people what nobody of them did, in its cause's transaction: one event for all of them. */
    async notifyAll(
      tx: Tx,
      personIds: readonly string[],
      { kind, subject, listingTitle }: Pick<Notice, 'kind' | 'subject' | 'listingTitle'>,
    ): Promise<void> {
      const now = clock.now();
      const notices = personIds.toSorted().map((personId) => ({ personId, id: newId() }));
      if (notices.length === 0) return;
      await store.insertForAll(tx, notices, {
        kind,
        subject_type: subject.type,
        subject_id: subject.id,
        actor_id: null,
        listing_title: listingTitle,
        created_at: now,
        mail_due_at: mailDueAt(kind, now),
      });
      const byPerson = Object.fromEntries(notices.map(({ personId, id }) => [personId, id]));
      await eventLog.append(tx, NOTIFICATIONS_EVENT, { kind, byPerson } satisfies NotificationsEvent);
    },

    /** Forgets that a person was told of these subjects, which they are not to know of any more. */
    async forget(tx: Tx, personId: string, subjectIds: readonly string[]): Promise<void> {
      if (subjectIds.length > 0 && (await store.deleteAbout(tx, personId, subjectIds)) > 0)
        await tell(tx, { personId, notificationId: null, kind: null });
    },

    /** What of a subject is out of date without anybody being told so: it is not mailed any more. */
    async cancelPendingMails(
      tx: Tx,
      { type, id }: NotificationSubject,
      kinds: readonly NotificationKind[],
    ): Promise<void> {
      await store.cancelMails(tx, { subject_type: type, subject_id: id }, kinds);
    },

    /** Calls the food something else in what was told of these claims and conversations. */
    async retitle(tx: Tx, subjectIds: readonly string[], title: string): Promise<void> {
      if (subjectIds.length > 0) await store.retitle(tx, subjectIds, title);
    },

    ...makeMailSettings(parts),
    ...makeMailing(parts),
    ...makeUnsubscribing(parts),

    /** Forgets what a person who leaves was told, and how they wanted to be told. */
    async closePerson(tx: Tx, personId: string): Promise<void> {
      await store.deleteAllOf(tx, personId);
    },

    /** What a person was told, oldest first, with the name everybody sees of who did it, and which mails they want. */
    async exportPerson(dbOrTx: DbOrTx, personId: string) {
      const rows = await store.allOf(dbOrTx, personId);
      const [settings, days] = [await settingsOf(dbOrTx, personId), await store.mailsByDay(dbOrTx, personId)];
      const actors = await accounts.summaries(
        dbOrTx,
        rows.flatMap((row) => row.actor_id ?? []),
      );
      const received = rows.map((row) => ({
        kind: row.kind,
        about: { type: row.subject_type, id: row.subject_id },
        by: (row.actor_id && actors.get(row.actor_id)?.displayName) || null,
        listingTitle: row.listing_title,
        toldAt: row.created_at.toISOString(),
        readAt: row.read_at?.toISOString() ?? null,
        mailedAt: row.mailed_at?.toISOString() ?? null,
      }));
      return { received, settings, mailsByDay: days };
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
