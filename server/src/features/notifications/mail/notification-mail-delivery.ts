import { DAY_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import {
  isQuiet,
  MAX_MAILS_PER_PERSON_AND_DAY,
  mailDay,
  mailRetryAfterMs,
  mailTopicOf,
  mailWorthUntilMs,
} from '@openlarder/domain/notifications/mail-rules.ts';
import type { NotificationSettings } from '@openlarder/domain/notifications/notification-contract.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { MailRecipient } from '#server/features/accounts/profile/person-queries.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { isDatabaseUnavailable } from '#server/platform/http/http-errors.ts';
import { pruneMailDays, hasDailyMailLeft, reserveDailyMail } from '#server/platform/mail/daily-mail-limit.ts';
import { settingsIn, settingsOf } from './mail-settings.store.ts';
import type { MailingParts } from '../notifications.parts.ts';
import * as store from './notification-mail-delivery.store.ts';
import { notificationMail } from './notification-mail-texts.ts';
import { makeUnsubscribeTokens } from '../unsubscribe/unsubscribe.ts';

export const SEND_MAIL = 'send-notification-mail';

/** Longer than any mail server is waited for: whoever has not ended by then has died. */
const TURN_MS = 5 * MINUTE_MS;
/** A mail server that does not answer is left alone for so long, or both workers would stand at its door. */
const REST_MS = MINUTE_MS;
/** How often a mail is looked at that may not go out now, at night or on a full day. */
const HELD_MS = 10 * MINUTE_MS;
const KEPT_DAYS = 40;

/** The day has no room for another mail: nothing of the transaction stays. */
class DayIsFull extends Error {}
/** Somebody else put a mail on its way meanwhile. */
class Overtaken extends Error {}

/**
 * The mails about what others did. What is due is found by looking, each minute; what is due for one person goes out
 * in one mail, of which at most one is on its way. A mail is on its way until it was sent or there is nothing left to
 * tell: whoever dies meanwhile leaves it for another, under the same id.
 */
export function makeMailing(parts: MailingParts) {
  const { db, clock, newId, accounts, moderation, jobs, mailer, log } = parts;
  const { mail, mailPerDay, timeZone, appName, publicUrl } = parts;
  const tokens = makeUnsubscribeTokens(parts.sessionSecret);
  let restUntilMs = 0;

  const later = (ms: number): Date => new Date(clock.now().getTime() + ms);
  const today = (): string => mailDay(clock.now().getTime(), timeZone);
  const isNight = ({ quietHours }: NotificationSettings): boolean =>
    isQuiet(clock.now().getTime(), quietHours, timeZone);

  /** Counts one mail for the person and for all; throws where either has had the most of the day. */
  async function spend(tx: Tx, personId: string, day: string): Promise<void> {
    if (!(await store.countForPerson(tx, personId, day, MAX_MAILS_PER_PERSON_AND_DAY))) throw new DayIsFull();
    if (!(await reserveDailyMail(tx, day, mailPerDay))) throw new DayIsFull();
  }

  /** What of these is still to be told to the person by mail, as things are now. */
  async function stillToTell(
    dbOrTx: DbOrTx,
    recipient: MailRecipient | null,
    settings: NotificationSettings,
    rows: readonly store.NotificationRow[],
  ): Promise<store.NotificationRow[]> {
    // an address that nobody has confirmed may be a stranger's
    if (!recipient?.isOpen || !recipient.isVerified) return [];
    const blocked = await moderation.blockedWith(dbOrTx, recipient.id);
    const nowMs = clock.now().getTime();
    return rows.filter((row) => {
      const topic = mailTopicOf(row.kind);
      const worthUntilMs = row.mail_due_at ? mailWorthUntilMs(row.kind, row.mail_due_at.getTime()) : 0;
      return (
        topic !== null &&
        settings.mail[topic] &&
        worthUntilMs > nowMs &&
        !(row.actor_id && blocked.has(row.actor_id))
      );
    });
  }

  /** Puts what is due for a person into one mail and queues it. Throws where the day is full. */
  async function gather(personId: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      const due = await store.lockDue(tx, personId, clock.now());
      const [recipient, settings] = [
        await accounts.mailRecipient(tx, personId),
        await settingsOf(tx, personId),
      ];
      const told = (await stillToTell(tx, recipient, settings, due)).map(({ id }) => id);
      const toldIds = new Set(told);
      await store.cancelMailsOf(
        tx,
        due.flatMap(({ id }) => (toldIds.has(id) ? [] : id)),
      );
      if (told.length === 0) return;
      const day = today();
      const underWay = { id: newId(), personId, tryAt: later(TURN_MS), day };
      if (!(await store.insertMail(tx, underWay, told))) throw new Overtaken();
      await jobs.add(tx, SEND_MAIL, { mailId: underWay.id, turn: 1 });
      await spend(tx, personId, day);
    });
  }

  /**
   * Finds what is due and puts it on its way; queues what somebody left behind. One person's that fails does not keep
   * the others'; it fails the run once they are done.
   */
  async function queueDueMails(): Promise<void> {
    if (!mail) return;
    const now = clock.now();
    await inTransaction(db, async (tx) => {
      await store.cancelOverdue(tx, new Date(now.getTime() - 2 * DAY_MS));
      for (const { id, turn } of await store.startNextTurns(tx, now, later(TURN_MS)))
        await jobs.add(tx, SEND_MAIL, { mailId: id, turn });
    });
    const day = today();
    if (!(await hasDailyMailLeft(db, day, mailPerDay))) return;
    const people = await store.peopleWithDue(db, { now, day, most: MAX_MAILS_PER_PERSON_AND_DAY });
    const failures: unknown[] = [];
    for (const { personId, settings } of people) {
      if (isNight(settingsIn(settings ?? undefined))) continue;
      try {
        await gather(personId);
      } catch (error) {
        if (error instanceof Overtaken) continue;
        // without a database each of them would fail, after a wait
        if (isDatabaseUnavailable(error)) throw error;
        if (!(error instanceof DayIsFull)) failures.push(error);
        else if (!(await hasDailyMailLeft(db, day, mailPerDay))) break;
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} due mails failed`);
  }

  /** A mail that was counted on a day before is counted on this one; false where it has no room. */
  async function isCounted(underWay: store.MailUnderWay): Promise<boolean> {
    const day = today();
    if (underWay.counted_on === day) return true;
    try {
      await inTransaction(db, async (tx) => {
        await spend(tx, underWay.person_id, day);
        await store.setCountedDay(tx, underWay.id, day);
      });
      return true;
    } catch (error) {
      if (error instanceof DayIsFull) return false;
      throw error;
    }
  }

  async function compose(
    underWay: store.MailUnderWay,
    recipient: MailRecipient,
    rows: readonly store.NotificationRow[],
  ) {
    const names = await accounts.summaries(
      db,
      rows.flatMap((row) => row.actor_id ?? []),
    );
    const topics = new Set(rows.flatMap((row) => mailTopicOf(row.kind) ?? []));
    const [only, ...others] = topics;
    const topic = only && others.length === 0 ? only : 'all';
    const token = tokens.make({ personId: recipient.id, topic });
    const unsubscribeUrl = `${publicUrl}/api/mail/unsubscribe?token=${token}`;
    const text = notificationMail({
      appName,
      publicUrl,
      firstName: recipient.firstName,
      notifications: rows.map((row) => ({
        kind: row.kind,
        subject: { type: row.subject_type, id: row.subject_id },
        actorName: (row.actor_id && names.get(row.actor_id)?.displayName) || null,
        listingTitle: row.listing_title,
      })),
      unsubscribe: { url: unsubscribeUrl, topic },
    });
    return { text, about: { id: underWay.id, unsubscribeUrl } };
  }

  /** Sends one mail, when this is its turn and there is still something to tell. */
  async function sendMail(mailId: string, turn: number): Promise<void> {
    const underWay = await store.takeTurn(db, { id: mailId, turn, tryAt: later(TURN_MS) });
    if (!underWay) return;
    const { person_id: personId, failures } = underWay;
    const [recipient, settings, rows] = await Promise.all([
      accounts.mailRecipient(db, personId),
      settingsOf(db, personId),
      store.unreadInMail(db, mailId),
    ]);
    const told = await stillToTell(db, recipient, settings, rows);
    if (!recipient || told.length === 0) return end(mailId, []);
    // it keeps its id: whether the last try arrived after all, nobody knows
    if (isNight(settings) || !(await isCounted(underWay)))
      return store.postpone(db, underWay, later(HELD_MS), failures);
    if (clock.now().getTime() < restUntilMs)
      return store.postpone(db, underWay, new Date(restUntilMs), failures);
    const { text, about } = await compose(underWay, recipient, told);
    try {
      await mailer.send(recipient.email, text, about);
    } catch (error) {
      restUntilMs = later(REST_MS).getTime();
      log.warn({ error, failures: failures + 1 }, 'a mail about a notification waits');
      return store.postpone(db, underWay, later(mailRetryAfterMs(failures + 1)), failures + 1);
    }
    await end(
      mailId,
      told.map(({ id }) => id),
    );
  }

  const end = (mailId: string, told: readonly string[]): Promise<void> =>
    inTransaction(db, (tx) => store.endMail(tx, mailId, told, clock.now()));

  return {
    queueDueMails,
    sendMail,
    /** Counts of days that nobody asks about any more. */
    async forgetMailCounts(): Promise<void> {
      const day = mailDay(clock.now().getTime() - KEPT_DAYS * DAY_MS, timeZone);
      await store.deleteCountsBefore(db, day);
      await pruneMailDays(db, day);
    },
  };
}
