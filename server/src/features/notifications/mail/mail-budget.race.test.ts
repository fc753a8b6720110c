import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { beforeEach, expect, test } from 'vitest';
import type { TestPerson } from '#server/test/factories/people.ts';
import { mailFixture } from '#server/test/mail-fixture.ts';
import { queueDueMails, SEND_MAIL, sendMail } from './notification-mail-delivery.ts';

const MAIL_PER_DAY = 13;
const TEXT = {
  language: 'en',
  isDiscreet: false,
  subject: 'Welcome',
  greeting: 'Hi,',
  paragraphs: [],
} as const;
const fixture = await mailFixture({ MAIL_PER_DAY: String(MAIL_PER_DAY) });
const { ctx, aMinute, as, clock, mailbox, mailsTo, notice, pool, queued, reachable, tell } = fixture;

const onDay = async (): Promise<number> => {
  const { rows } = await pool.query<{ sent: number }>('select sent from mail_day where day = $1', [
    new Date(clock.at).toISOString().slice(0, 10),
  ]);
  return rows[0]?.sent ?? 0;
};
const people = (howMany: number): Promise<TestPerson[]> =>
  Promise.all(Array.from({ length: howMany }, () => reachable()));

beforeEach(() => {
  // nine in the morning of a new day
  clock.at = (Math.floor(clock.at / DAY_MS) + 3) * DAY_MS + 9 * HOUR_MS;
});

test('concurrent workers never exceed the daily limit, and no person gets two mails', async () => {
  const before = mailbox.mails.length;
  const many = await people(40);
  const june = await reachable();
  for (const one of many) await tell(notice(one, 'listing_claimed', june));
  await Promise.all(Array.from({ length: 6 }, () => queueDueMails(ctx)));
  const jobs = await queued();
  const send = () => Promise.all(jobs.map(({ mailId, turn }) => sendMail(ctx, mailId, turn)));
  await Promise.all([send(), send()]);
  expect(mailbox.mails.length - before).toBe(MAIL_PER_DAY);
  expect(await onDay()).toBe(MAIL_PER_DAY);
  expect(Math.max(...many.map((one) => mailsTo(one).length))).toBe(1);
  // the rest is sent first on the next day, longest waiting first
  clock.forward(DAY_MS);
  await aMinute();
  expect(mailbox.mails.length - before).toBe(2 * MAIL_PER_DAY);
  // and is outdated on the third
  clock.forward(DAY_MS);
  await aMinute();
  expect(mailbox.mails.length - before).toBe(2 * MAIL_PER_DAY);
});

test('a person gets at most eight mails a day; the rest come in one on the next day', async () => {
  const [ana, ...eleven] = await people(12);
  if (!ana) throw new Error('no people');
  for (const [nth, one] of eleven.entries()) {
    clock.forward(60_000);
    await tell(notice(ana, 'listing_claimed', one, { listingTitle: `Food ${nth}` }));
    await Promise.all([queueDueMails(ctx), queueDueMails(ctx)]);
    await aMinute();
    for (const { mailId, turn } of await queued()) await sendMail(ctx, mailId, turn);
  }
  expect(mailsTo(ana)).toHaveLength(8);
  clock.forward(DAY_MS);
  await aMinute();
  expect(
    mailsTo(ana)
      .map(({ subject }) => subject)
      .at(-1),
  ).toMatch(/“Food 8”, and 2 more$/);
  expect(mailsTo(ana)).toHaveLength(9);
});

test('what one person does causes half of a day’s mails at most, and goes with those that others cause', async () => {
  const [ana, june, ben] = await people(3);
  if (!ana || !june || !ben) throw new Error('no people');
  for (let nth = 0; nth < 9; nth++) {
    clock.forward(60_000);
    await tell(notice(ana, 'listing_claimed', june, { listingTitle: `Food ${nth}` }));
    await aMinute();
  }
  expect(mailsTo(ana)).toHaveLength(4);
  await tell(notice(ana, 'listing_claimed', ben, { listingTitle: 'Soup' }));
  await aMinute();
  expect(mailsTo(ana)).toHaveLength(5);
  expect(mailsTo(ana).at(-1)?.text).toMatch(/Food 8[^]*Soup/);
});

test('nine claims by three accounts do not delay the mail that someone is helping', async () => {
  const [ana, helper, ...three] = await people(5);
  if (!ana || !helper) throw new Error('no people');
  for (let nth = 0; nth < 9; nth++) {
    clock.forward(60_000);
    await tell(notice(ana, 'listing_claimed', three[nth % 3] ?? null, { listingTitle: `Food ${nth}` }));
    await aMinute();
  }
  expect(mailsTo(ana)).toHaveLength(6);
  await tell(notice(ana, 'request_matched', helper));
  await aMinute();
  expect(mailsTo(ana).map(({ subject }) => subject)).toContain('Ana wants to help you');
});

test('what accounts without standing cause keeps no mail back that known people cause', async () => {
  const [ana, known, ...eight] = await people(10);
  if (!ana || !known) throw new Error('no people');
  await pool.query('update person set vouched_at = $2 where id = $1', [known.id, clock.now()]);
  for (let nth = 0; nth < 12; nth++) {
    clock.forward(60_000);
    await tell(notice(ana, 'listing_claimed', eight[nth % 8] ?? null, { listingTitle: `Food ${nth}` }));
    await aMinute();
  }
  expect(mailsTo(ana)).toHaveLength(8);
  for (let nth = 0; nth < 6; nth++) {
    clock.forward(60_000);
    await tell(notice(ana, 'listing_claimed', known, { listingTitle: `Soup ${nth}` }));
    await aMinute();
  }
  // four as of any one person, and the first of them tells what waited
  expect(mailsTo(ana)).toHaveLength(12);
  // nor what nobody causes
  clock.forward(60_000);
  await tell(notice(ana, 'claim_lapsed', null, { listingTitle: 'Stew' }));
  await aMinute();
  expect(mailsTo(ana).at(-1)?.text).toContain('Stew');
  expect(mailsTo(ana)[8]?.text).toMatch(/Food 11[^]*Soup 0/);
});

test('an urgent mail waits for no other: a full day, a pause, a held mail, the order of the queue', async () => {
  const [ana, june, ben] = [await reachable(), await reachable(), await reachable()];
  await tell(notice(ana, 'listing_claimed', june));
  await mailbox.close();
  await aMinute();
  await mailbox.reopen();
  await pool.query('insert into mail_day values ($1, $2) on conflict (day) do update set sent = $2', [
    new Date(clock.at).toISOString().slice(0, 10),
    MAIL_PER_DAY,
  ]);
  await tell(notice(ben, 'listing_claimed', june));
  await tell(notice(ana, 'request_matched', june));
  await queueDueMails(ctx);
  const { rows } = await pool.query<{ priority: number }>(
    `select priority from graphile_worker.jobs where task_identifier = $1 order by priority`,
    [SEND_MAIL],
  );
  expect(rows).toEqual([{ priority: -1 }]);
  for (const { mailId, turn } of await queued()) await sendMail(ctx, mailId, turn);
  expect(mailsTo(ana).map(({ subject }) => subject)).toEqual(['Ana wants to help you']);
  expect(await onDay()).toBe(MAIL_PER_DAY + 1);
});

test('yesterday’s mail does not count towards today’s limit', async () => {
  const [ana, june] = [await reachable(), await reachable()];
  await tell(notice(ana, 'listing_claimed', june));
  await mailbox.close();
  await aMinute();
  await mailbox.reopen();
  clock.forward(DAY_MS);
  const today = new Date(clock.at).toISOString().slice(0, 10);
  await pool.query('insert into mail_count values ($1, $2, 8)', [today, ana.id]);
  await aMinute();
  expect(mailsTo(ana)).toHaveLength(0);
  expect(await onDay()).toBe(0);
  await pool.query('update mail_count set sent = 7 where person_id = $1', [ana.id]);
  clock.forward(HOUR_MS);
  await aMinute();
  expect(mailsTo(ana)).toHaveLength(1);
});

test('a delayed mail counts on the day it is sent', async () => {
  const [ana, june] = [await reachable(), await reachable()];
  await tell(notice(ana, 'listing_claimed', june));
  await mailbox.close();
  await aMinute();
  await mailbox.reopen();
  expect(await onDay()).toBe(1);
  clock.forward(DAY_MS);
  await pool.query('insert into mail_day values ($1, $2)', [
    new Date(clock.at).toISOString().slice(0, 10),
    MAIL_PER_DAY,
  ]);
  await aMinute();
  expect(mailsTo(ana)).toHaveLength(0);
  await pool.query('update mail_day set sent = sent - 1');
  clock.forward(HOUR_MS);
  await aMinute();
  expect(mailsTo(ana)).toHaveLength(1);
  expect(await onDay()).toBe(MAIL_PER_DAY);
});

test('mails that strangers cause leave half of the day to the others', async () => {
  const [ana, june] = [await reachable(), await reachable()];
  for (let nth = 0; nth < MAIL_PER_DAY; nth++)
    await ctx.mailer.send(`new-${nth}@example.org`, TEXT, { isSignedOut: true });
  expect(await onDay()).toBe(MAIL_PER_DAY);
  await tell(notice(ana, 'listing_claimed', june));
  await aMinute();
  expect(mailsTo(ana)).toHaveLength(1);
  // with those that members cause the day is full at last
  const left = MAIL_PER_DAY - Math.floor(MAIL_PER_DAY / 2) - 1;
  for (let nth = 0; nth < left; nth++) await ctx.mailer.send(june.email, TEXT);
  await tell(notice(june, 'listing_claimed', ana));
  await aMinute();
  expect(mailsTo(june).filter(({ subject }) => subject !== TEXT.subject)).toHaveLength(0);
});

// last: from here on the job runner of the app takes mails off the queue, too
test('account mails are always sent, and counted', async () => {
  await pool.query('insert into mail_day values ($1, $2)', [
    new Date(clock.at).toISOString().slice(0, 10),
    MAIL_PER_DAY,
  ]);
  const ana = await reachable();
  const asked = await as(null, {
    method: 'POST',
    url: '/api/auth/request-password-reset',
    payload: { email: ana.email },
  });
  expect(asked.statusCode).toBe(202);
  await fixture.listen();
  expect((await mailbox.mailTo(ana.email)).subject).toMatch(/^Choose a new password/);
  await expect.poll(onDay).toBe(MAIL_PER_DAY + 1);
});
