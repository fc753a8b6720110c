import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { makeIdGenerator } from '#server/platform/ids.ts';
import { systemClock } from '#server/platform/clock.ts';
import { startApp, type Process } from '#server/test/app-process.ts';
import { makePeopleFactory, type TestPerson } from '#server/test/factories/people.ts';
import { openMailbox } from '#server/test/mailbox.ts';
import { sized } from '#server/test/long-run.ts';
import { testDatabase } from '#server/test/test-database.ts';

const mailbox = await openMailbox();
const { pool, connection } = await testDatabase();
const db = openDatabase(pool);
const newId = makeIdGenerator(systemClock);
const createPerson = makePeopleFactory({
  db,
  clock: systemClock,
  newId,
  sessionSecret: 'not used',
  cookieName: 'not-used',
});
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'openlarder-mailing-'));
const apps: Process[] = [];
afterAll(async () => {
  for (const app of apps) if (app.exitCode() === null) await app.end('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** How often the process is killed. */
const KILLS = sized(1, 3);
const { host, port, user, password } = inject('postgres');
const start = async (): Promise<Process> => {
  const app = await startApp(dataDir, {
    DATABASE_URL: addressOf(connection.database ?? ''),
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'food@example.org',
    DEMO: 'off',
  });
  apps.push(app);
  return app;
};
function addressOf(database: string): string {
  const url = new URL(`postgres://localhost/${database}`);
  url.searchParams.set('host', host);
  url.searchParams.set('port', String(port ?? 5432));
  url.searchParams.set('user', user);
  if (typeof password === 'string') url.searchParams.set('password', password);
  return url.href;
}

async function plantDue(to: TestPerson): Promise<string> {
  const id = newId();
  const now = new Date();
  await db
    .insertInto('notification')
    .values({
      id,
      person_id: to.id,
      kind: 'listing_claimed',
      subject_type: 'claim',
      subject_id: newId(),
      actor_id: null,
      listing_title: 'Soup',
      created_at: now,
      read_at: null,
      mail_due_at: now,
    })
    .execute();
  return id;
}
const everyMinute = () => pool.query(`select graphile_worker.add_job('mail-due-notifications')`);
/** Expires the five-minute lease of every mail. */
const turnsAreOver = () =>
  pool.query('update queued_mail set try_at = $1', [new Date(Date.now() - MINUTE_MS)]);
const idsTo = (person: TestPerson) =>
  mailbox.mails.filter(({ to }) => to.includes(person.email)).map(({ headers }) => headers.get('message-id'));
const isMailed = async (id: string): Promise<boolean> => {
  const row = await db.selectFrom('notification').select('mailed_at').where('id', '=', id).executeTakeFirst();
  return row?.mailed_at != null;
};

test('a process killed while mailing loses no mail and repeats no notification in a second mail', async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const person = await createPerson();
      await db.updateTable('person').set({ email_verified: true }).where('id', '=', person.id).execute();
      await db
        .insertInto('notification_settings')
        .values({
          person_id: person.id,
          app_off: [],
          mail_off: [],
          quiet_from: null,
          quiet_until: null,
        })
        .execute();
      return person;
    }),
  );
  const told = await Promise.all(people.map(plantDue));
  // killed while the mail server has received a mail and not yet replied
  let kills = KILLS;
  let victim: Process | null = null;
  mailbox.beforeAnswer = async () => {
    if (kills === 0 || mailbox.mails.length % 3 !== 0 || !victim) return;
    kills--;
    const dying = victim;
    victim = null;
    await dying.end('SIGKILL');
  };
  const killed = async (app: Process) => {
    victim = app;
    await everyMinute();
    await expect.poll(() => app.exitCode() !== null || victim === null, { timeout: 60_000 }).toBe(true);
    await expect.poll(() => mailbox.mails.length > 0, { timeout: 60_000 }).toBe(true);
  };
  for (let nth = 0; nth < KILLS; nth++) {
    await killed(await start());
    await turnsAreOver();
  }
  const app = await start();
  await expect
    .poll(
      async () => {
        await turnsAreOver();
        await everyMinute();
        return (await Promise.all(told.map(isMailed))).filter(Boolean).length;
      },
      { timeout: 60_000, interval: 250 },
    )
    .toBe(told.length);
  await app.end('SIGTERM');
  expect(kills).toBe(0);
  // mails whose reply was lost arrive twice, under the same id
  for (const person of people) expect(new Set(idsTo(person)).size).toBe(1);
  expect(mailbox.mails.length).toBeGreaterThan(people.length);
  expect((await pool.query('select from queued_mail')).rowCount).toBe(0);
  const { rows } = await pool.query('select sent from mail_day');
  expect(rows).toEqual([{ sent: people.length }]);
}, 240_000);
