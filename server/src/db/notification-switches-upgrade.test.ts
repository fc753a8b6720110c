import { expect, test } from 'vitest';
import { upgrade } from '#server/testing/handovers-upgrade/after-upgrade.ts';
import { databaseBeforeHandovers } from '#server/testing/handovers-upgrade/old-database.ts';

const old = await databaseBeforeHandovers();

test('mails that were switched off stay off, both topics of requests for one, and quiet hours stay', async () => {
  const [few, all] = [await old.person('Dora'), await old.person('Clara')];
  const insert = (id: string, on: readonly boolean[], quiet: readonly (string | null)[]) =>
    old.pool.query(
      `insert into notification_settings
         (person_id, mail_claims, mail_pickups, mail_messages, mail_requests, quiet_from, quiet_until)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, ...on, ...quiet],
    );
  await insert(few, [false, true, true, false], [null, null]);
  await insert(all, [true, true, true, true], ['23:00', '06:00']);
  const { pool } = await upgrade(old);
  const { rows } = await pool.query(
    'select person_id, app_off, mail_off, quiet_from, quiet_until from notification_settings',
  );
  const settings = new Map(rows.map(({ person_id, ...row }) => [person_id, row]));
  expect(settings.get(few)).toEqual({
    app_off: [],
    mail_off: ['claims', 'alerts', 'help'],
    quiet_from: null,
    quiet_until: null,
  });
  expect(settings.get(all)).toEqual({ app_off: [], mail_off: [], quiet_from: '23:00', quiet_until: '06:00' });
});
