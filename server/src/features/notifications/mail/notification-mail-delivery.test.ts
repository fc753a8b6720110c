import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { NOTIFICATION_KINDS } from '@openlarder/domain/notifications/notification-kinds.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { mailFixture } from '#server/test/mail-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { emptyTables } from '#server/test/test-database.ts';
import * as notifications from '../notifications.service.ts';
import { queueDueMails, sendMail } from './notification-mail-delivery.ts';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  mailTopicOf,
} from '@openlarder/domain/notifications/notification-switches.ts';

const fixture = await mailFixture();
const { ctx, aMinute, as, clock, db, mailbox, mailsTo, notice, pool, queued, reachable, tell, waitingFor } =
  fixture;

const NOON = Date.parse('2026-05-04T12:00:00Z');

const pair = async (): Promise<[TestPerson, TestPerson]> => [
  await reachable(),
  await reachable({ firstName: 'June', lastName: 'Wells' }),
];
const settings = (who: TestPerson, payload: object) =>
  as(who, { method: 'PUT', url: '/api/users/notification-settings', payload: { app, ...payload } });
const { app, mail: ALL_ON } = DEFAULT_NOTIFICATION_SETTINGS;

afterEach(async () => {
  // leaves nothing queued for the next test
  clock.at = Math.ceil((clock.at - NOON) / DAY_MS + 4) * DAY_MS + NOON;
  await aMinute();
  await emptyTables(pool, 'queued_mail', 'mail_day');
  await pool.query('update notification set mail_due_at = null');
});

describe('a mail', () => {
  it('is sent within a minute, with a link, once', async () => {
    const [ana, june] = await pair();
    const claimed = notice(ana, 'listing_claimed', june);
    await tell(claimed);
    await aMinute();
    await aMinute();
    const [mail, ...more] = mailsTo(ana);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('June claimed “Sourdough loaves”');
    expect(mail?.text).toContain(`http://food.example/?tab=profile&claim=${claimed.subject.id}\n`);
    expect(await waitingFor(ana)).toBe(0);
    const { rows } = await pool.query('select from queued_mail');
    expect(rows).toEqual([]);
  });

  it('is sent although the mail of a person who waits longer keeps failing', async () => {
    const [ana, june] = await pair();
    await tell(notice(ana, 'listing_claimed', june));
    clock.forward(1);
    await tell(notice(june, 'listing_claimed', ana));
    await pool.query(`create function refuse() returns trigger language plpgsql as $$
      begin if new.person_id = '${ana.id}' then raise exception 'no'; end if; return new; end $$;
      create trigger refuse before insert on queued_mail for each row execute function refuse()`);
    await expect(aMinute()).rejects.toThrow('1 due mails failed');
    for (const { mailId, turn } of await queued()) await sendMail(ctx, mailId, turn);
    await pool.query('drop function refuse cascade');
    expect(mailsTo(june)).toHaveLength(1);
    expect(mailsTo(ana)).toEqual([]);
    await aMinute();
    expect(mailsTo(ana)).toHaveLength(1);
  });

  it('is not sent for read notifications', async () => {
    const [ana, june] = await pair();
    await tell(notice(ana, 'listing_claimed', june));
    await as(ana, { method: 'POST', url: '/api/notifications/read' });
    await aMinute();
    expect(mailsTo(ana)).toEqual([]);
  });

  it('is not sent for notifications read after it was queued', async () => {
    const [ana, june] = await pair();
    await tell(notice(ana, 'listing_claimed', june));
    await queueDueMails(ctx);
    await as(ana, { method: 'POST', url: '/api/notifications/read' });
    for (const { mailId, turn } of await queued()) await sendMail(ctx, mailId, turn);
    expect(mailsTo(ana)).toEqual([]);
    expect((await pool.query('select from queued_mail')).rowCount).toBe(0);
  });

  it('combines all due notifications, reminders first', async () => {
    const [ana, june] = await pair();
    await tell(notice(ana, 'listing_claimed', june, { listingTitle: 'Soup' }));
    await tell(notice(ana, 'message_received', june, { listingTitle: 'Soup' }));
    clock.forward(6 * MINUTE_MS);
    await tell(notice(ana, 'pickup_soon', null, { listingTitle: 'Bagels' }));
    await aMinute();
    const [mail, ...more] = mailsTo(ana);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Coming up soon: “Bagels”, and 2 more');
    expect(
      mail?.text.match(/http:\/\/food\.example\/\?tab=(profile&claim|messages&conversation)=/g),
    ).toHaveLength(3);
  });

  it('is not sent about a kind without a topic of mails', async () => {
    const [ana, june] = await pair();
    const kinds = NOTIFICATION_KINDS.filter((kind) => mailTopicOf(kind) === null);
    expect(kinds.length).toBeGreaterThan(0);
    for (const kind of kinds) await tell(notice(ana, kind, june));
    clock.forward(5 * MINUTE_MS);
    await aMinute();
    expect(mailsTo(ana)).toEqual([]);
  });

  it('is not queued without a mail server', async () => {
    const other = await testApp();
    const [ana, june] = [await other.createPerson(), await other.createPerson()];
    await other.db.updateTable('person').set({ email_verified: true }).execute();
    await inTransaction(other.ctx, (tx) => notifications.notify(tx, notice(ana, 'listing_claimed', june)));
    await queueDueMails(other.ctx);
    const { rows } = await other.pool.query('select mail_due_at from notification');
    expect(rows).toEqual([{ mail_due_at: null }]);
    expect(other.printedMails).toEqual([]);
  });
});

describe('an unread message', () => {
  it('is mailed once after five minutes, which a second message does not postpone', async () => {
    const [ana, june] = await pair();
    const message = notice(ana, 'message_received', june);
    await tell(message);
    clock.forward(4 * MINUTE_MS);
    await tell(message);
    await aMinute();
    expect(mailsTo(ana)).toHaveLength(0);
    clock.forward(MINUTE_MS);
    await aMinute();
    expect(mailsTo(ana).map(({ subject }) => subject)).toEqual([
      'June wrote to you about “Sourdough loaves”',
    ]);
    clock.forward(HOUR_MS);
    await tell(message);
    clock.forward(10 * MINUTE_MS);
    await aMinute();
    expect(mailsTo(ana)).toHaveLength(1);
  });

  it('is mailed again after the earlier ones were read', async () => {
    const [ana, june] = await pair();
    const message = notice(ana, 'message_received', june);
    for (let nth = 0; nth < 2; nth++) {
      await tell(message);
      clock.forward(5 * MINUTE_MS);
      await aMinute();
      await as(ana, { method: 'POST', url: '/api/notifications/read' });
    }
    expect(mailsTo(ana)).toHaveLength(2);
  });
});

describe('an outdated notification', () => {
  it('is not mailed to either side: for a claim released at night, only the release is mailed', async () => {
    const [ana, june] = await pair();
    clock.at += 11 * HOUR_MS;
    const { subject } = notice(ana, 'listing_claimed', june);
    await tell(notice(ana, 'listing_claimed', june, { subject }));
    await tell(notice(ana, 'pickup_soon', null, { subject }));
    await tell(notice(june, 'pickup_soon', null, { subject }));
    await tell(notice(ana, 'claim_released', june, { subject }));
    clock.at += 8 * HOUR_MS;
    await aMinute();
    expect(mailsTo(ana).map((mail) => mail.subject)).toEqual([
      'June canceled the pickup of “Sourdough loaves”',
    ]);
    expect(mailsTo(june)).toEqual([]);
  });

  it('does not cancel mails about other subjects', async () => {
    const [ana, june] = await pair();
    await tell(notice(ana, 'listing_claimed', june, { listingTitle: 'Soup' }));
    clock.forward(1000);
    await tell(notice(ana, 'claim_released', june, { listingTitle: 'Bagels' }));
    await aMinute();
    expect(mailsTo(ana)[0]?.subject).toBe('June claimed “Soup”, and 1 more');
  });
});

describe('quiet hours', () => {
  it('postpone mails to the morning', async () => {
    const [ana, june] = await pair();
    clock.at = Math.floor(clock.at / DAY_MS) * DAY_MS + 22 * HOUR_MS;
    await tell(notice(ana, 'listing_claimed', june));
    await aMinute();
    clock.forward(9 * HOUR_MS - 1000);
    await aMinute();
    expect(mailsTo(ana)).toHaveLength(0);
    clock.forward(1000);
    await aMinute();
    expect(mailsTo(ana)).toHaveLength(1);
  });

  it('do not delay the mail to a requester about a helper; other mails wait', async () => {
    const [ana, june] = await pair();
    clock.at = Math.floor(clock.at / DAY_MS) * DAY_MS + 23 * HOUR_MS;
    await tell(notice(ana, 'listing_claimed', june));
    await aMinute();
    expect(mailsTo(ana)).toHaveLength(0);
    await tell(notice(ana, 'request_matched', june));
    await aMinute();
    await aMinute();
    expect(mailsTo(ana).map(({ subject }) => subject)).toEqual(['June wants to help you']);
    clock.forward(9 * HOUR_MS);
    await aMinute();
    expect(mailsTo(ana).map(({ subject }) => subject)).toEqual([
      'June wants to help you',
      'June claimed “Sourdough loaves”',
    ]);
  });

  it('send a reminder in the morning if the pickup is still ahead, else not at all', async () => {
    const [ana, june] = await pair();
    clock.at = Math.floor(clock.at / DAY_MS) * DAY_MS + 5 * HOUR_MS;
    await tell(notice(ana, 'pickup_soon', null));
    clock.forward(90 * MINUTE_MS);
    await tell(notice(june, 'pickup_soon', null));
    clock.forward(30 * MINUTE_MS);
    await aMinute();
    expect([mailsTo(ana), mailsTo(june)].map((mails) => mails.length)).toEqual([0, 1]);
    expect(await waitingFor(ana)).toBe(0);
  });

  it('follow the person’s settings, or are off', async () => {
    const [ana, june] = await pair();
    await settings(ana, { mail: ALL_ON, quietHours: null });
    await settings(june, { mail: ALL_ON, quietHours: { from: '12:00', until: '14:00' } });
    clock.at = Math.floor(clock.at / DAY_MS) * DAY_MS + 23 * HOUR_MS;
    await tell(notice(ana, 'listing_claimed', june));
    await tell(notice(june, 'claim_released', ana));
    await aMinute();
    expect([mailsTo(ana), mailsTo(june)].map((mails) => mails.length)).toEqual([1, 1]);
    clock.forward(13 * HOUR_MS);
    await tell(notice(june, 'claim_released', ana));
    await aMinute();
    expect(mailsTo(june)).toHaveLength(1);
  });

  it('postpone retries', async () => {
    const [ana, june] = await pair();
    clock.at = Math.floor(clock.at / DAY_MS) * DAY_MS + 22 * HOUR_MS - MINUTE_MS;
    await tell(notice(ana, 'listing_claimed', june));
    await mailbox.close();
    await aMinute();
    await mailbox.reopen();
    for (let hours = 0; hours < 9; hours++) {
      clock.forward(HOUR_MS - (hours === 0 ? 0 : MINUTE_MS));
      await aMinute();
    }
    expect(mailsTo(ana)).toHaveLength(0);
    clock.forward(HOUR_MS);
    await aMinute();
    expect(mailsTo(ana)).toHaveLength(1);
  });
});

describe('no mail is sent', () => {
  const told = async (ana: TestPerson, june: TestPerson): Promise<number> => {
    await tell(notice(ana, 'listing_claimed', june));
    await aMinute();
    return mailsTo(ana).length;
  };

  it('for a topic that is switched off; other topics are', async () => {
    const [ana, june] = await pair();
    await settings(ana, { mail: { ...ALL_ON, claims: false }, quietHours: null });
    expect(await told(ana, june)).toBe(0);
    // switching it on later sends nothing old
    await settings(ana, { mail: ALL_ON, quietHours: null });
    await aMinute();
    expect(mailsTo(ana)).toHaveLength(0);
    await settings(ana, { mail: { ...ALL_ON, claims: false }, quietHours: null });
    await tell(notice(ana, 'handover_question', null));
    await aMinute();
    expect(mailsTo(ana).map(({ subject }) => subject)).toEqual(['Did “Sourdough loaves” get picked up?']);
  });

  it('for a group that is off in the app and by mail; if off in the app only, it is', async () => {
    const [ana, june] = await pair();
    await settings(ana, { app: { ...app, claims: false }, mail: ALL_ON, quietHours: null });
    expect(await told(ana, june)).toBe(1);
    // while it waits for its mail, it is neither listed, counted nor sent live
    const bell = await as(ana, { url: '/api/notifications' });
    expect([bell.json(), bell.headers['x-unread-count']]).toEqual([[], '0']);
    const { rows } = await pool.query(
      `select payload->>'kind' as kind from live_event where payload->>'personId' = $1 and kind = 'notification'`,
      [ana.id],
    );
    expect(rows).toEqual([{ kind: null }]);
    await settings(june, {
      app: { ...app, claims: false },
      mail: { ...ALL_ON, claims: false },
      quietHours: null,
    });
    expect(await told(june, ana)).toBe(0);
  });

  it('to an unverified email', async () => {
    const [ana, june] = await pair();
    await db.updateTable('person').set({ email_verified: false }).where('id', '=', ana.id).execute();
    expect(await told(ana, june)).toBe(0);
  });

  it.each([
    ['who blocked whom it is about', true],
    ['whom they blocked', false],
  ])('%s', async (_case, byRecipient) => {
    const [ana, june] = await pair();
    const [blocker, blocked] = byRecipient ? [ana, june] : [june, ana];
    await blockPerson(ctx, blocker.caller, blocked.id);
    expect(await told(ana, june)).toBe(0);
  });

  it('if a block is set after the mail is queued', async () => {
    const [ana, june] = await pair();
    await tell(notice(ana, 'message_received', june));
    clock.forward(5 * MINUTE_MS);
    await queueDueMails(ctx);
    await blockPerson(ctx, june.caller, ana.id);
    for (const { mailId, turn } of await queued()) await sendMail(ctx, mailId, turn);
    expect(mailsTo(ana)).toHaveLength(0);
    expect(await waitingFor(ana)).toBe(0);
  });

  it('if the account is closed after the mail is queued', async () => {
    const [ana, june] = await pair();
    await tell(notice(ana, 'listing_claimed', june));
    await queueDueMails(ctx);
    await as(ana, { method: 'POST', url: '/api/users/close-account', payload: {} });
    await db.updateTable('person').set({ closed_at: clock.now() }).where('id', '=', ana.id).execute();
    for (const { mailId, turn } of await queued()) await sendMail(ctx, mailId, turn);
    expect(mailsTo(ana)).toHaveLength(0);
  });

  it('— except that a paused person still gets mail', async () => {
    const [ana, june] = await pair();
    await db.updateTable('person').set({ paused_at: clock.now() }).where('id', '=', ana.id).execute();
    expect(await told(ana, june)).toBe(1);
  });
});

describe('an unavailable mail server', () => {
  it('is retried with backoff and gets the same mail', async () => {
    const [ana, june] = await pair();
    await tell(notice(ana, 'listing_claimed', june));
    await mailbox.close();
    await aMinute();
    await mailbox.reopen();
    await aMinute();
    expect(mailsTo(ana)).toHaveLength(0);
    // a second notification waits until the first mail is sent
    await tell(notice(ana, 'listing_claimed', june, { listingTitle: 'Soup' }));
    clock.forward(MINUTE_MS);
    await aMinute();
    clock.forward(MINUTE_MS);
    await aMinute();
    expect(mailsTo(ana).map(({ subject }) => subject)).toEqual([
      'June claimed “Sourdough loaves”',
      'June claimed “Soup”',
    ]);
  });

  it('pauses all mails for a minute after a failure', async () => {
    const [ana, june] = await pair();
    await tell(notice(ana, 'listing_claimed', june));
    await tell(notice(june, 'listing_claimed', ana));
    let tries = 0;
    mailbox.beforeAnswer = () => {
      tries++;
      throw Object.assign(new Error('busy'), { responseCode: 451 });
    };
    await aMinute();
    expect(tries).toBe(1);
    mailbox.beforeAnswer = () => {};
    clock.forward(MINUTE_MS);
    await aMinute();
    // the test mailbox records refused mails too
    expect(mailsTo(ana).length + mailsTo(june).length).toBe(3);
    const ids = [...mailsTo(ana), ...mailsTo(june)].map(({ headers }) => headers.get('message-id'));
    expect(new Set(ids).size).toBe(2);
  });
});

describe('a job', () => {
  it('that runs twice sends once', async () => {
    const [ana, june] = await pair();
    await tell(notice(ana, 'listing_claimed', june));
    await queueDueMails(ctx);
    const jobs = await queued();
    expect(jobs).toHaveLength(1);
    const again = async () => {
      for (const { mailId, turn } of jobs) await sendMail(ctx, mailId, turn);
    };
    await Promise.all([again(), again(), again()]);
    await again();
    expect(mailsTo(ana)).toHaveLength(1);
  });

  it('that was lost is queued again under the same id, and the lost one does nothing', async () => {
    const [ana, june] = await pair();
    await tell(notice(ana, 'listing_claimed', june));
    await queueDueMails(ctx);
    const [lost] = await queued();
    clock.forward(4 * MINUTE_MS);
    await queueDueMails(ctx);
    expect(await queued()).toEqual([]);
    clock.forward(MINUTE_MS);
    await queueDueMails(ctx);
    const [second] = await queued();
    expect(second).toEqual({ mailId: lost?.mailId, turn: 2 });
    await sendMail(ctx, lost?.mailId ?? '', lost?.turn ?? 0);
    expect(mailsTo(ana)).toHaveLength(0);
    await sendMail(ctx, second?.mailId ?? '', second?.turn ?? 0);
    expect(mailsTo(ana)).toHaveLength(1);
  });
});
