import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, expect, test } from 'vitest';
import type { TestPerson } from '#server/test/factories/people.ts';
import { mailFixture } from '#server/test/mail-fixture.ts';
import { accountMailTasks } from './account-mail-jobs.ts';

const { ctx, aMinute, as, clock, http, mailbox, mailsTo, notice, reachable, tell, waitingFor } =
  await mailFixture();

const get = async (url: string) => (await http.inject(url)).json();
const emailPausedFor = async (person: TestPerson): Promise<boolean> =>
  (await as(person, { method: 'GET', url: '/api/auth/user' })).json().emailPaused;
/** A notification for the person, and the minute in which it is mailed. */
async function mailed(person: TestPerson): Promise<void> {
  await tell(notice(person, 'listing_claimed', null));
  await aMinute();
}
const passwordMail = (person: TestPerson) =>
  accountMailTasks['mail-password-changed']?.run(ctx, {
    personId: person.id,
    askedAt: ctx.clock.now().toISOString(),
  });

afterEach(() => {
  mailbox.refusal = null;
  mailbox.unknown.clear();
});

test('a server that refuses everyone is tried again, and said where people wait for mail and at readiness', async () => {
  const ana = await reachable();
  // readiness waits for the map, which is read when it is first asked for here
  await as(ana, { method: 'GET', url: '/api/map/cluster?north=1&south=0&east=1&west=0&radius=1000' });
  mailbox.refusal = '554 5.7.1 Relay access denied';
  await mailed(ana);
  expect(await waitingFor(ana)).toBe(1);
  expect(await get('/api/community')).toMatchObject({ sendsMail: true, mailIsLate: true });
  expect(await get('/readyz')).toMatchObject({ status: 'ready', details: { mail: { answer: '554 5.7.1' } } });
  mailbox.refusal = null;
  clock.forward(2 * MINUTE_MS);
  await aMinute();
  expect(mailsTo(ana)).toHaveLength(1);
  expect(await emailPausedFor(ana)).toBe(false);
  expect(await get('/api/community')).toMatchObject({ mailIsLate: false });
  expect(await get('/readyz')).toEqual({ status: 'ready' });
});

test('a server that asks everyone to come back later, for more than an hour, is said as one that refuses', async () => {
  const ana = await reachable();
  mailbox.refusal = '450 4.7.1 Client host rejected: cannot find your hostname';
  await mailed(ana);
  expect(await get('/api/community')).toMatchObject({ mailIsLate: false });
  for (let time = 0; time < 4; time++) {
    clock.forward(31 * MINUTE_MS);
    await aMinute();
  }
  expect(await get('/readyz')).toMatchObject({ details: { mail: { answer: '450 4.7.1' } } });
  mailbox.refusal = null;
  clock.forward(31 * MINUTE_MS);
  await aMinute();
  expect(mailsTo(ana)).toHaveLength(1);
  expect(await get('/api/community')).toMatchObject({ mailIsLate: false });
});

test('an address that is refused three times in three days gets account mails only, until one arrives', async () => {
  const ana = await reachable();
  mailbox.unknown.add(ana.email);
  for (let day = 0; day < 3; day++) {
    expect(await emailPausedFor(ana)).toBe(false);
    await mailed(ana);
    clock.forward(DAY_MS);
  }
  expect(await emailPausedFor(ana)).toBe(true);
  expect(await get('/api/community')).toMatchObject({ mailIsLate: false });
  mailbox.unknown.clear();
  await mailed(ana);
  expect(mailsTo(ana)).toEqual([]);
  await passwordMail(ana);
  expect(mailsTo(ana)).toHaveLength(1);
  expect(await emailPausedFor(ana)).toBe(false);
  await mailed(ana);
  expect(mailsTo(ana)).toHaveLength(2);
});

test('refusals further apart pause nothing', async () => {
  const ana = await reachable();
  mailbox.unknown.add(ana.email);
  for (let time = 0; time < 4; time++) {
    await mailed(ana);
    clock.forward(DAY_MS + 13 * HOUR_MS);
  }
  expect(await emailPausedFor(ana)).toBe(false);
});
