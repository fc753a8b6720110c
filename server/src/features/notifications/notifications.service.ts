import {
  type FoodCorrection,
  joinCorrections,
  type StatedCorrection,
} from '@openlarder/domain/kernel/food-tags.ts';
import { isQuietHour, mailDueMs, supersededBy } from '@openlarder/domain/notifications/mail-rules.ts';
import type {
  Notification,
  NotificationSettings,
  NotificationSubject,
} from '@openlarder/domain/notifications/notification-contract.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import { hasBlocked, isAcrossBlock } from '#server/features/moderation/blocks/blocks.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import {
  FIRST_PAGE,
  formatTimeCursor,
  type Page,
  parseTimeCursor,
  splitPage,
} from '#server/platform/http/paging.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { actorsOf } from './notification-actors.ts';
import * as settingsStore from './notification-settings.store.ts';
import * as store from './notifications.store.ts';
import { appGroupOf } from '@openlarder/domain/notifications/notification-switches.ts';

export type Notice = {
  readonly personId: string;
  readonly kind: NotificationKind;
  readonly subject: NotificationSubject;
  readonly actorId: string | null;
  readonly listingTitle: string | null;
  readonly servings?: NonNullable<Notification['servings']>;
  readonly correction?: FoodCorrection | null;
};

/** The event of a new notification, or (without an id) of some having been read or deleted. */
const NOTIFICATION_EVENT = 'notification';
type NotificationEvent = {
  readonly personId: string;
  readonly notificationId: string | null;
  readonly kind: NotificationKind | null;
};

/** The event of one notification to many people: the id of each one's own, by person. */
const BULK_NOTIFICATION_EVENT = 'notifications';
type BulkNotificationEvent = {
  readonly kind: NotificationKind;
  readonly byPerson: Readonly<Record<string, string>>;
};

const append = (tx: TxContext, event: NotificationEvent): Promise<void> =>
  tx.eventLog.append(tx, NOTIFICATION_EVENT, event, {
    // without an id some were read, or settings were changed
    topics: event.notificationId ? ['notifications'] : ['notifications', 'notification-settings'],
    people: [event.personId],
  });

/**
 * When a notification is mailed; never without a mail server, since the printed mails would bury those about accounts.
 */
function mailDueAt({ settings }: AppContext, kind: NotificationKind, now: Date): Date | null {
  const dueMs = settings.mail ? mailDueMs(kind, now.getTime()) : null;
  return dueMs === null ? null : new Date(dueMs);
}

/**
 * Notifies a person, in the transaction of the cause. Unread messages of one conversation are one notification, and so
 * are unread proposals of a time. Skips
 * one's own actions, actors whom the person has blocked and closed accounts; a blocked person is still notified that
 * their claim has ended. A notification that the person has switched off in the app is stored for its mail only,
 * without an event. Cancels all pending mails that this notification makes outdated.
 */
export async function notify(tx: TxContext, { personId, ...notice }: Notice): Promise<void> {
  const { kind, subject, actorId } = notice;
  await store.cancelMails(tx.db, { subject_type: subject.type, subject_id: subject.id }, supersededBy(kind));
  if (actorId === personId) return;
  if (actorId && (await isUnwanted(tx, personId, { id: subject.id, otherId: actorId }))) return;
  const isReplaced = supersededBy(kind).includes(kind);
  if (isReplaced)
    await store.deleteUnread(tx.db, personId, { subject_type: subject.type, subject_id: subject.id, kind });
  const notificationId = (await insert(tx, [personId], notice)).get(personId);
  if (notificationId) await append(tx, { personId, notificationId, kind });
}

/** Tells a person of corrected food as `notify` does; in place of what they have not read of it yet, and with it. */
export async function notifyOfCorrection(
  tx: TxContext,
  { correction, contained }: StatedCorrection,
  notice: Omit<Notice, 'kind' | 'correction'>,
): Promise<void> {
  const [kind, { personId, subject }] = ['food_corrected' as const, notice];
  const of = { subject_type: subject.type, subject_id: subject.id, kind };
  const unread = await store.deleteUnread(tx.db, personId, of);
  const all = unread.reduce((later, row) => joinCorrections(row.correction, later, contained), correction);
  await notify(tx, { ...notice, kind, correction: all });
}

type About = Pick<Notice, 'kind' | 'subject'>;

async function mutedFor(tx: TxContext, personIds: readonly string[], { kind, subject }: About) {
  const group = appGroupOf(kind, subject.type);
  return group === null ? new Set<string>() : settingsStore.mutedAmong(tx.db, personIds, group);
}

/** Whether the person has blocked the actor, if the actor is not anonymous to them. */
const isUnwanted = async (
  tx: TxContext,
  personId: string,
  about: { readonly id: string; readonly otherId: string },
): Promise<boolean> => (await hasBlocked(tx, personId, about.otherId)) && isAcrossBlock(tx, personId, about);

/** Stores a notification for each of these people; returns its id, by person, for those to whom the app shows it. */
async function insert(
  tx: TxContext,
  personIds: readonly string[],
  { kind, subject, actorId, listingTitle, servings, correction }: Omit<Notice, 'personId'>,
): Promise<ReadonlyMap<string, string>> {
  const now = tx.clock.now();
  const [muted, dueAt] = [await mutedFor(tx, personIds, { kind, subject }), mailDueAt(tx, kind, now)];
  const people = personIds
    .toSorted()
    .map((personId) => ({ personId, id: tx.newId(), inApp: !muted.has(personId) }))
    .filter(({ inApp }) => inApp || dueAt !== null);
  if (people.length === 0) return new Map();
  const ids = await store.insertNotifications(tx.db, people, {
    kind,
    subject_type: subject.type,
    subject_id: subject.id,
    actor_id: actorId,
    listing_title: listingTitle,
    servings_claimed: servings?.claimed ?? null,
    servings_shared: servings?.shared ?? null,
    correction: correction ?? null,
    created_at: now,
    mail_due_at: dueAt,
  });
  for (const personId of muted) ids.delete(personId);
  return ids;
}

/** Notifies many people without an actor, in the transaction of the cause, with one event for all. */
export async function notifyAll(
  tx: TxContext,
  personIds: readonly string[],
  notice: Pick<Notice, 'kind' | 'subject' | 'listingTitle'>,
): Promise<void> {
  const { kind } = notice;
  const byPerson = Object.fromEntries(await insert(tx, personIds, { ...notice, actorId: null }));
  if (Object.keys(byPerson).length === 0) return;
  await tx.eventLog.append(tx, BULK_NOTIFICATION_EVENT, { kind, byPerson } satisfies BulkNotificationEvent, {
    topics: ['notifications'],
    people: Object.keys(byPerson),
  });
}

/** Marks unread notifications of these people as read, and announces it to those who had some. */
async function readAndAnnounce(
  tx: TxContext,
  personIds: readonly string[],
  which: store.WhichNotifications,
): Promise<void> {
  for (const personId of await store.markRead(tx.db, personIds, which, tx.clock.now()))
    await append(tx, { personId, notificationId: null, kind: null });
}

export async function markReadForPeople(
  tx: TxContext,
  personIds: readonly string[],
  { type, id }: NotificationSubject,
  kind: NotificationKind,
): Promise<void> {
  if (personIds.length > 0)
    await readAndAnnounce(tx, personIds, { subject_type: type, subject_id: id, kind });
}

/** Cancels pending mails of these outdated kinds about a subject, without a new notification; none of `exceptIds`. */
export async function cancelPendingMails(
  tx: TxContext,
  { type, id }: NotificationSubject,
  kinds: readonly NotificationKind[],
  exceptIds: ReadonlySet<string> = new Set(),
): Promise<void> {
  await store.cancelMails(tx.db, { subject_type: type, subject_id: id }, kinds, exceptIds);
}

export async function updateTitle(
  tx: TxContext,
  subjectIds: readonly string[],
  title: string,
): Promise<void> {
  if (subjectIds.length > 0) await store.updateTitle(tx.db, subjectIds, title);
}

/** What the caller is notified of, in the app and by mail, and their quiet hours. */
export const getSettings = (ctx: AppContext, caller: Caller): Promise<NotificationSettings> =>
  settingsStore.settingsOf(ctx.db, caller.userId);

/** Also hides unread notifications of groups that are switched off in the app. */
export async function updateSettings(
  ctx: AppContext,
  caller: Caller,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  const { userId: personId } = caller;
  await inTransaction(ctx, async (tx) => {
    await settingsStore.upsertSettings(tx.db, personId, settings);
    await store.hideUnread(tx.db, personId, (row) => {
      const group = appGroupOf(row.kind, row.subject_type);
      return group !== null && !settings.app[group];
    });
    await append(tx, { personId, notificationId: null, kind: null });
  });
  return settings;
}

export const mutedAlertsAmong = (ctx: AppContext, personIds: readonly string[]): Promise<Set<string>> =>
  settingsStore.mutedAmong(ctx.db, personIds, 'alerts');

/**
 * Those of these people whom an alert about a request for food does not reach immediately: `never` those without alerts
 * in the app and by mail, `later` those with mails only, during their quiet hours.
 */
export async function unreachedByAlertsAmong(
  { db, settings: { mail, timeZone }, clock }: AppContext,
  personIds: readonly string[],
): Promise<{ readonly never: ReadonlySet<string>; readonly later: ReadonlySet<string> }> {
  const [never, later] = [new Set<string>(), new Set<string>()];
  for (const { personId, settings, isVerified } of await settingsStore.settingsOfMuted(
    db,
    personIds,
    'alerts',
  ))
    if (!mail || !isVerified || !settings.mail.alerts) never.add(personId);
    else if (isQuietHour(clock.now().getTime(), settings.quietHours, timeZone)) later.add(personId);
  return { never, later };
}

export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  await store.deleteAllOf(tx.db, personId);
}

const servingsOf = ({
  servings_claimed: claimed,
  servings_shared: shared,
}: Awaited<ReturnType<typeof store.selectPage>>[number]): Notification['servings'] =>
  claimed === null || shared === null ? null : { claimed, shared };

/** A person's notifications with the actors' first names, oldest first, their settings and mail counts. */
export async function exportPerson(ctx: AppContext, personId: string) {
  const rows = await store.allOf(ctx.db, personId);
  const [settings, days] = [
    await settingsStore.settingsOf(ctx.db, personId),
    await store.mailsByDay(ctx.db, personId),
  ];
  const actorOf = await actorsOf(ctx, personId, rows);
  const received = rows.map((row) => ({
    kind: row.kind,
    about: { type: row.subject_type, id: row.subject_id },
    by: actorOf(row)?.displayName ?? null,
    listingTitle: row.listing_title,
    servings: servingsOf(row),
    ...(row.correction && { correction: row.correction }),
    toldAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
    mailedAt: row.mailed_at?.toISOString() ?? null,
    inApp: row.in_app,
  }));
  return { received, settings, mailsByDay: days };
}

/** A page of the caller's notifications, newest first, and the total number of unread ones. */
export async function listNotifications(
  ctx: AppContext,
  caller: Caller,
  { limit, cursor }: Page = FIRST_PAGE,
): Promise<{ notifications: Notification[]; unreadCount: number; nextCursor: string | null }> {
  const after = parseTimeCursor(cursor);
  const [found, unreadCount] = await Promise.all([
    store.selectPage(ctx.db, caller.userId, after, limit + 1),
    store.countUnread(ctx.db, caller.userId),
  ]);
  const { page: rows, last } = splitPage(found, limit);
  const actorOf = await actorsOf(ctx, caller.userId, rows);
  const notifications = rows.map(
    (row): Notification => ({
      id: row.id,
      kind: row.kind,
      subject: { type: row.subject_type, id: row.subject_id },
      actor: actorOf(row),
      listingTitle: row.listing_title,
      servings: servingsOf(row),
      ...(row.correction && { correction: row.correction }),
      createdAt: row.created_at.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
    }),
  );
  const nextCursor = last ? formatTimeCursor({ at: last.created_at, id: last.id }) : null;
  return { notifications, unreadCount, nextCursor };
}

/** Marks the caller's notifications as read: those of `ids`, or all for null. Ignores other people's ids. */
export async function markRead(
  ctx: AppContext,
  caller: Caller,
  ids: readonly string[] | null,
): Promise<void> {
  if (ids?.length === 0) return;
  await inTransaction(ctx, (tx) => readAndAnnounce(tx, [caller.userId], { ids, in_app: true }));
}

export const markSubjectRead = (
  tx: TxContext,
  personId: string,
  { type, id }: NotificationSubject,
): Promise<void> => readAndAnnounce(tx, [personId], { subject_type: type, subject_id: id });
