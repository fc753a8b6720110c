import { DAY_MS, MINUTE_MS, calendarDay } from '@openlarder/domain/kernel/time.ts';
import {
  isQuietHour,
  MAX_MAILS_PER_PERSON_AND_DAY,
  MAX_MAILS_WITH_KNOWN,
  mailRetryAfterMs,
  mailExpiresAtMs,
  mayCauseMail,
} from '@openlarder/domain/notifications/mail-rules.ts';
import { MAIL_TOPICS } from '@openlarder/domain/notifications/notification-kinds.ts';
import type { NotificationSettings } from '@openlarder/domain/notifications/notification-contract.ts';
import { noteMailOutcome } from '#server/features/accounts/mail/account-mail-jobs.ts';
import { mailRecipient, type MailRecipient } from '#server/features/accounts/profile/person-queries.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import { acrossBlock } from '#server/features/moderation/blocks/blocks.ts';
import { type AppContext, perApp, type TxContext } from '#server/platform/app-context.ts';
import { isDatabaseUnavailable } from '#server/platform/http/http-errors.ts';
import type { MailOutcome } from '#server/platform/mail/mailer.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { translateInto } from '#server/platform/texts/translate.ts';
import { actorsOf } from '../notification-actors.ts';
import { settingsIn, settingsOf } from '../notification-settings.store.ts';
import { notificationMails } from '../notifications.hooks.ts';
import { makeUnsubscribeToken } from '../unsubscribe/unsubscribe.ts';
import * as store from './notification-mail-delivery.store.ts';
import { notificationMail } from './notification-mail.ts';
import { mailTopicOf } from '@openlarder/domain/notifications/notification-switches.ts';
import { hasDailyMailLeft, reserveDailyMail } from '#server/platform/mail/mail-state.ts';

// Mails about notifications. A task finds what is due each minute; everything due for one person goes into one mail, of
// which at most one is queued, and what is urgent into another, which waits for nothing that others cause. A mail stays queued until it is sent or empty: if its sender dies, another one takes it
// over under the same id.

export const SEND_MAIL = 'send-notification-mail';

/** How long a sender holds a mail; longer than any mail server takes, so after it the sender has died. */
const LEASE_MS = 5 * MINUTE_MS;
/** How long all mails pause after a failure, so that a dead mail server does not block every worker. */
const PAUSE_MS = MINUTE_MS;
/** When a mail is checked again that may not be sent now, in quiet hours or on a full day. */
const HELD_MS = 10 * MINUTE_MS;

/** The daily limit is reached: rolls the transaction back. */
class DailyLimitReached extends Error {}
/** Another worker has queued a mail for the person: rolls the transaction back. */
class AlreadyQueued extends Error {}

/** Until when no mail is sent after a failure, in milliseconds. */
const pause = perApp(() => ({ untilMs: 0 }));

const later = ({ clock }: AppContext, ms: number): Date => new Date(clock.now().getTime() + ms);
const today = ({ clock, settings }: AppContext): string =>
  calendarDay(clock.now().getTime(), settings.timeZone);
const isQuietNow = ({ clock, settings }: AppContext, { quietHours }: NotificationSettings): boolean =>
  isQuietHour(clock.now().getTime(), quietHours, settings.timeZone);

/**
 * Counts one mail for the person and in total; throws DailyLimitReached if either limit is reached. An urgent one is
 * counted in total when it is sent, like mails about an account.
 */
async function spend(tx: TxContext, personId: string, day: string, isByKnown: boolean): Promise<void> {
  const most = isByKnown ? MAX_MAILS_WITH_KNOWN : MAX_MAILS_PER_PERSON_AND_DAY;
  if (!(await store.countForPerson(tx.db, personId, day, most))) throw new DailyLimitReached();
  if (!(await reserveDailyMail(tx.db, day, tx.settings.mailPerDay))) throw new DailyLimitReached();
}

/** The notifications among these that are still to be mailed to the person. */
async function stillToMail(
  ctx: AppContext,
  recipient: MailRecipient | null,
  settings: NotificationSettings,
  rows: readonly store.NotificationRow[],
): Promise<store.NotificationRow[]> {
  // an unverified email may be another person's
  if (!recipient?.isOpen || !recipient.isVerified || recipient.isPaused) return [];
  const blocked = await acrossBlock(
    ctx,
    recipient.id,
    rows.flatMap((row) => (row.actor_id ? [{ id: row.subject_id, otherId: row.actor_id }] : [])),
  );
  const nowMs = ctx.clock.now().getTime();
  return rows.filter((row) => {
    const topic = mailTopicOf(row.kind);
    const worthUntilMs = row.mail_due_at ? mailExpiresAtMs(row.kind, row.mail_due_at.getTime()) : 0;
    return (
      topic !== null &&
      settings.mail[topic] &&
      worthUntilMs > nowMs &&
      !(row.actor_id && blocked.has(row.subject_id))
    );
  });
}

/** Those of these that known people caused, or nobody: a person's own surplus or food, the end of a time. */
async function causedByKnown<Row extends Pick<store.NotificationRow, 'actor_id'>>(
  ctx: AppContext,
  rows: readonly Row[],
): Promise<Row[]> {
  const trust = await trustOf(
    ctx,
    rows.flatMap(({ actor_id }) => actor_id ?? []),
  );
  return rows.filter(({ actor_id }) => actor_id === null || trust.get(actor_id) === 'known');
}

/** Combines what is due for a person into one mail and queues it. Throws DailyLimitReached or AlreadyQueued. */
async function queueMailFor(ctx: AppContext, personId: string, isUrgent: boolean): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const due = await store.lockDue(tx.db, { personId, isUrgent, now: tx.clock.now() });
    const [recipient, settings] = [await mailRecipient(tx, personId), await settingsOf(tx.db, personId)];
    if (!isUrgent && isQuietNow(tx, settings)) return;
    const toMail = await stillToMail(tx, recipient, settings, due);
    const mailed = toMail.map(({ id }) => id);
    const mailedIds = new Set(mailed);
    await store.cancelMailsOf(
      tx.db,
      due.flatMap(({ id }) => (mailedIds.has(id) ? [] : id)),
    );
    if (mailed.length === 0) return;
    const day = today(tx);
    const of = { day, timeZone: tx.settings.timeZone };
    const { sent, causes } = await store.mailsOfDay(tx.db, personId, of);
    const byKnown = await causedByKnown(tx, toMail);
    const sentByKnown = new Set(
      (await causedByKnown(tx, causes)).map(({ mailed_at }) => mailed_at?.getTime()),
    );
    const isCausedBy = (rows: readonly store.NotificationRow[], sentBefore: number): boolean =>
      rows.some(({ actor_id }) =>
        mayCauseMail({
          sent: sentBefore,
          causedByThem: causes.filter((cause) => cause.actor_id === actor_id).length,
        }),
      );
    const isByKnown = isCausedBy(byKnown, sentByKnown.size);
    // the rest goes with the next mail that someone else causes, or that of the next day
    if (!isUrgent && !isByKnown && !isCausedBy(toMail, sent)) return;
    const queued = { id: tx.newId(), personId, isUrgent, tryAt: later(tx, LEASE_MS), day };
    if (!(await store.insertMail(tx.db, queued, mailed))) throw new AlreadyQueued();
    await tx.jobs.add(tx, SEND_MAIL, { mailId: queued.id, turn: 1 }, { isUrgent });
    if (!isUrgent) await spend(tx, personId, day, isByKnown);
  });
}

/**
 * Queues due mails, and requeues those whose sender died. A failure for one person does not stop the others; it fails
 * the run at the end.
 */
export async function queueDueMails(ctx: AppContext): Promise<void> {
  const { mail, mailPerDay } = ctx.settings;
  if (!mail) return;
  const now = ctx.clock.now();
  await inTransaction(ctx, async (tx) => {
    await store.cancelOverdue(tx.db, new Date(now.getTime() - 2 * DAY_MS));
    for (const { id, turn, is_urgent } of await store.startNextTurns(tx.db, now, later(tx, LEASE_MS)))
      await tx.jobs.add(tx, SEND_MAIL, { mailId: id, turn }, { isUrgent: is_urgent });
  });
  const day = today(ctx);
  const people = await store.peopleWithDue(ctx.db, { now, day, most: MAX_MAILS_WITH_KNOWN });
  const failures: unknown[] = [];
  let isDayFull = !(await hasDailyMailLeft(ctx.db, day, mailPerDay));
  for (const { personId, settings, isUrgent } of people) {
    if (!isUrgent && (isDayFull || isQuietNow(ctx, settingsIn(settings ?? undefined)))) continue;
    try {
      await queueMailFor(ctx, personId, isUrgent);
    } catch (error) {
      if (error instanceof AlreadyQueued) continue;
      // without a database all others would fail too, after a timeout
      if (isDatabaseUnavailable(error)) throw error;
      if (!(error instanceof DailyLimitReached)) failures.push(error);
      else isDayFull = !(await hasDailyMailLeft(ctx.db, day, mailPerDay));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} due mails failed`);
}

/** Counts a mail that was counted on an earlier day on this one; returns false if the limit is reached. */
async function countToday(
  ctx: AppContext,
  queued: store.QueuedMail,
  rows: readonly store.NotificationRow[],
): Promise<boolean> {
  const day = today(ctx);
  if (queued.counted_on === day) return true;
  const isByKnown = (await causedByKnown(ctx, rows)).length > 0;
  try {
    await inTransaction(ctx, async (tx) => {
      await spend(tx, queued.person_id, day, isByKnown);
      await store.setCountedDay(tx.db, queued.id, day);
    });
    return true;
  } catch (error) {
    if (error instanceof DailyLimitReached) return false;
    throw error;
  }
}

async function compose(
  ctx: AppContext,
  queued: store.QueuedMail,
  recipient: MailRecipient,
  rows: readonly store.NotificationRow[],
) {
  const { appName, publicUrl, sessionSecret } = ctx.settings;
  const actorOf = await actorsOf(ctx, recipient.id, rows);
  const topics = MAIL_TOPICS.filter((topic) => rows.some((row) => mailTopicOf(row.kind) === topic));
  // the link names its topics
  const scope = recipient.isDiscreet ? 'all' : topics;
  const token = makeUnsubscribeToken(sessionSecret, { personId: recipient.id, scope });
  const unsubscribeUrl = `${publicUrl}/api/mail/unsubscribe?token=${token}`;
  const text = notificationMail({
    translate: translateInto(recipient.language),
    appName,
    publicUrl,
    firstName: recipient.firstName,
    isDiscreet: recipient.isDiscreet,
    notifications: rows.map((row) => ({
      kind: row.kind,
      subject: { type: row.subject_type, id: row.subject_id },
      actorName: actorOf(row)?.displayName ?? null,
      listingTitle: row.listing_title,
      servings:
        row.servings_claimed === null || row.servings_shared === null
          ? null
          : { claimed: row.servings_claimed, shared: row.servings_shared },
      correction: row.correction,
    })),
    mails: notificationMails.handlersOf(ctx),
    unsubscribe: { url: unsubscribeUrl, topics },
  });
  return { text, about: { id: queued.id, unsubscribeUrl, isCounted: !queued.is_urgent } };
}

/** Sends a mail, if `turn` is current and the mail is not empty by now. */
export async function sendMail(ctx: AppContext, mailId: string, turn: number): Promise<void> {
  const queued = await store.takeTurn(ctx.db, { id: mailId, turn, tryAt: later(ctx, LEASE_MS) });
  if (!queued) return;
  const { person_id: personId, failures } = queued;
  const [recipient, settings, rows] = await Promise.all([
    mailRecipient(ctx, personId),
    settingsOf(ctx.db, personId),
    store.unreadInMail(ctx.db, mailId),
  ]);
  const mailed = await stillToMail(ctx, recipient, settings, rows);
  if (!recipient || mailed.length === 0) return endMail(ctx, mailId, []);
  // postponed mails keep their id: the last try may have arrived
  if (!queued.is_urgent) {
    if (isQuietNow(ctx, settings) || !(await countToday(ctx, queued, mailed)))
      return store.postpone(ctx.db, queued, later(ctx, HELD_MS), failures);
    const { untilMs } = pause(ctx);
    if (ctx.clock.now().getTime() < untilMs)
      return store.postpone(ctx.db, queued, new Date(untilMs), failures);
  }
  const { text, about } = await compose(ctx, queued, recipient, mailed);
  let outcome: MailOutcome;
  try {
    outcome = await ctx.mailer.send(recipient.email, text, about);
  } catch (error) {
    pause(ctx).untilMs = later(ctx, PAUSE_MS).getTime();
    ctx.log.warn({ error, failures: failures + 1 }, 'a mail about a notification waits');
    return store.postpone(ctx.db, queued, later(ctx, mailRetryAfterMs(failures + 1)), failures + 1);
  }
  await noteMailOutcome(ctx, personId, outcome);
  await endMail(
    ctx,
    mailId,
    mailed.map(({ id }) => id),
  );
}

const endMail = (ctx: AppContext, mailId: string, mailed: readonly string[]): Promise<void> =>
  inTransaction(ctx, (tx) => store.endMail(tx.db, mailId, mailed, tx.clock.now()));
