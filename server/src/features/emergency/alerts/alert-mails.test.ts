import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, test } from 'vitest';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { alertFixture } from '#server/test/alert-fixture.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { mailFixture } from '#server/test/mail-fixture.ts';
import { endRequest, type RequestRow, takeRequest } from '../requests/requests.store.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { announceChange } from '../emergency.events.ts';
import { matchRequest } from '../matching/match-request.ts';
import { alertCandidates } from './alerts.ts';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@openlarder/domain/notifications/notification-switches.ts';

const mails = await mailFixture();
const { ctx, aMinute, as, clock, mailsTo, reachable } = mails;
const { asked, near, createPerson, pool, somewhere } = alertFixture(mails);

/** A donor near a request, with a verified email address. */
async function alerted(): Promise<{ readonly donor: TestPerson; readonly request: RequestRow }> {
  const center = somewhere();
  const donor = await near(center, 1);
  await pool.query('update person set email_verified = true where id = $1', [donor.id]);
  const requester = await createPerson({ firstName: 'Rita', lastName: 'Novak' });
  return { donor, request: await asked(center, { by: requester }) };
}
async function after(ms: number): Promise<void> {
  clock.forward(ms);
  await aMinute();
}

test('a donor who has not seen an alert within a minute gets one mail, without the requester’s name or place', async () => {
  const { donor, request } = await alerted();
  await after(MINUTE_MS - 1);
  expect(mailsTo(donor)).toHaveLength(0);
  await after(1);
  await after(MINUTE_MS);
  const [mail, ...more] = mailsTo(donor);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Someone near you needs food');
  expect(mail?.text).toContain('“Dinner for four”');
  expect(mail?.text).toContain(`/?tab=discover&filter=emergencies&request=${request.id}`);
  expect(mail?.text).toContain('Stop emails about neighbors who need food');
  for (const secret of ['Rita', 'Novak', 'Old Town', '20.0291'])
    for (const form of [mail?.text, mail?.html, mail?.subject]) expect(form).not.toContain(secret);
});

test('a donor who has read it, or has switched such mails off, gets none', async () => {
  const [{ donor: reader }, { donor: quiet }] = [await alerted(), await alerted()];
  await as(reader, { method: 'POST', url: '/api/notifications/read' });
  await notifications.updateSettings(ctx, quiet.caller, {
    ...DEFAULT_NOTIFICATION_SETTINGS,
    mail: { ...DEFAULT_NOTIFICATION_SETTINGS.mail, alerts: false },
    quietHours: null,
  });
  await after(MINUTE_MS);
  expect([mailsTo(reader).length, mailsTo(quiet).length]).toEqual([0, 0]);
});

test('no mail is sent once the request is answered or over', async () => {
  const [answered, cancelled, asleep] = [await alerted(), await alerted(), await alerted()];
  const helper = await near(somewhere(), 1);
  await inTransaction(ctx, async (tx) => {
    const row = await takeRequest(tx.db, answered.request.id, helper.id, clock.now());
    if (row) await announceChange(tx, row, helper.id);
  });
  await inTransaction(ctx, async (tx) => {
    const over = { status: 'cancelled', ended_at: clock.now() } as const;
    await announceChange(tx, await endRequest(tx.db, cancelled.request.id, over), null);
  });
  await after(MINUTE_MS);
  expect([answered, cancelled, asleep].map(({ donor }) => mailsTo(donor).length)).toEqual([0, 0, 1]);
});

test('a known donor is mailed also while someone new helps, others are not', async () => {
  const center = somewhere();
  const [known, neighbor, helper] = [await near(center, 1), await near(center, 1), await near(center, 1)];
  await pool.query('update person set email_verified = true where id = any($1)', [
    [known.id, neighbor.id, helper.id],
  ]);
  await pool.query('update person set vouched_at = $2 where id = $1', [known.id, clock.now()]);
  const { id } = await asked(center);
  await matchRequest(ctx, helper.caller, id);
  await after(MINUTE_MS);
  expect([known, neighbor, helper].map((who) => mailsTo(who).length)).toEqual([1, 0, 0]);
});

test('at night a donor with mails only is mailed in the morning, and does not reduce a wave until then', async () => {
  clock.forward(Date.parse(`${clock.now().toISOString().slice(0, 10)}T23:50:00Z`) - clock.at);
  const center = somewhere();
  const [asleep, unconfirmed, awake] = [await near(center, 1), await near(center, 1), await near(center, 2)];
  for (const donor of [asleep, unconfirmed])
    await notifications.updateSettings(ctx, donor.caller, {
      ...DEFAULT_NOTIFICATION_SETTINGS,
      app: { ...DEFAULT_NOTIFICATION_SETTINGS.app, alerts: false },
    });
  await pool.query('update person set email_verified = true where id = $1', [asleep.id]);
  const request = await asked(center);
  const candidates = await alertCandidates(ctx, request);
  const laterOf = new Map(candidates.map(({ donorId, isAlertedLater }) => [donorId, isAlertedLater]));
  expect(laterOf).toEqual(
    new Map([
      [asleep.id, true],
      [awake.id, false],
    ]),
  );
  await after(2 * MINUTE_MS);
  expect(mailsTo(asleep)).toHaveLength(0);
  await after(8 * HOUR_MS);
  expect(mailsTo(asleep)).toHaveLength(1);
  expect(mailsTo(unconfirmed)).toHaveLength(0);
});

/** A requester whom a donor begins to help with food of theirs. */
async function helped() {
  const center = somewhere();
  const [requester, helper] = [
    await reachable({ firstName: 'Lena' }),
    await near(center, 1, { firstName: 'Omar' }),
  ];
  await pool.query('update person set email_verified = true where id = $1', [helper.id]);
  const { id } = await asked(center, { by: requester });
  const match = { method: 'POST', url: `/api/emergency-requests/${id}/match`, payload: {} } as const;
  expect((await as(helper, match)).statusCode).toBe(201);
  return { requester, id };
}

test('a requester who closed the page gets one mail about the match, with a link to the conversation', async () => {
  const { requester, id } = await helped();
  for (let minute = 0; minute < 3; minute++) await aMinute();
  const [mail, ...more] = mailsTo(requester);
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(/^Omar.* wants to help you$/);
  expect(mail?.text).toContain(`/?tab=messages&request=${id}`);
});

test('a requester who has seen it on the page gets none', async () => {
  const { requester } = await helped();
  await as(requester, { method: 'POST', url: '/api/notifications/read' });
  await aMinute();
  expect(mailsTo(requester)).toEqual([]);
});
