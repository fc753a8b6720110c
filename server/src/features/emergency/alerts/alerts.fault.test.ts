import { WAVE_INTERVAL_MS } from '@openlarder/domain/emergency/alert-waves.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AppContext } from '#server/platform/app-context.ts';
import { alertFixture } from '#server/test/alert-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { REQUEST_ALERTED } from '../emergency.events.ts';
import * as alerts from './alerts.ts';

const app = await testApp();
const { ctx, alertedTo, asked, clock, near, pool, somewhere, wavesOf } = alertFixture(app);

/** A process that dies right after writing the event of a wave. */
const dying: AppContext = {
  ...ctx,
  eventLog: {
    ...ctx.eventLog,
    async append(tx, kind, payload, audience) {
      await ctx.eventLog.append(tx, kind, payload, audience);
      if (kind === REQUEST_ALERTED) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx.db);
    },
  },
};

async function writtenOf(requestId: string): Promise<unknown> {
  const { rows } = await pool.query<{ alerts: number; notifications: number; wave: number; due: Date }>(
    `select next_wave as wave, next_wave_at as due,
       (select count(*)::int from emergency_alert where request_id = $1) as alerts,
       (select count(*)::int from notification where subject_id = $1) as notifications
     from emergency_request where id = $1`,
    [requestId],
  );
  return rows[0];
}

test('a process that dies in the middle of a wave has sent none of it, and the next run sends all of it', async () => {
  const center = somewhere();
  for (let nth = 0; nth < 40; nth++) await near(center, 0.2 * nth);
  const request = await asked(center);
  const [first = []] = await alertedTo(request.id);
  const before = await writtenOf(request.id);
  expect(before).toMatchObject({ wave: 1, alerts: first.length, notifications: first.length });

  clock.forward(WAVE_INTERVAL_MS);
  await expect(alerts.sendDueWaves(dying)).rejects.toThrow(/1 waves/);
  expect(await writtenOf(request.id)).toEqual(before);
  expect(await wavesOf(request.id)).toHaveLength(1);

  await alerts.sendDueWaves(ctx);
  const [, second = []] = await alertedTo(request.id);
  expect(second.length).toBeGreaterThan(0);
  expect((await wavesOf(request.id)).map(({ wave, donorIds }) => [wave, donorIds.length])).toEqual([
    [0, first.length],
    [1, second.length],
  ]);
  const both = first.length + second.length;
  expect(await writtenOf(request.id)).toMatchObject({ wave: 2, alerts: both, notifications: both });
});

test('one failing wave does not stop those of other requests', async () => {
  const [there, here] = [somewhere(), somewhere()];
  await near(here, 1);
  const [failing, other] = [await asked(there), await asked(here)];
  await near(there, 1);
  await near(here, 1);
  await pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before insert on emergency_alert for each row
      when (new.request_id = '${failing.id}') execute function refuse()`);
  clock.forward(WAVE_INTERVAL_MS);
  await expect(alerts.sendDueWaves(ctx)).rejects.toThrow(/1 waves/);
  expect((await alertedTo(other.id)).flat()).toHaveLength(2);
  expect(await alertedTo(failing.id)).toEqual([]);
  await pool.query('drop trigger refuse on emergency_alert; drop function refuse()');
  await alerts.sendDueWaves(ctx);
  expect((await alertedTo(failing.id)).flat()).toHaveLength(1);
});
