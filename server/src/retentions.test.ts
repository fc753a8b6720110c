import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testApp } from '#server/test/test-app.ts';
import { FAILED_JOB_DAYS, forgetOld, RETENTIONS } from './retentions.ts';

const { ctx, clock, createPerson, pool } = await testApp();

/** Tables whose rows stay, and why they do not grow without end. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  'one row, or one for each of a fixed few': [
    'demo_community',
    'kysely_migration',
    'kysely_migration_lock',
    'live_event_log',
    'mail_trouble',
    'object_store',
    'public_grid',
    'scheduled_task',
    'search_language',
  ],
  'deleted by a task of their own': [
    'live_event',
    'offered_listing',
    'photo',
    'queued_mail',
    'search_lexeme',
    'search_word',
  ],
  'a few for each person, or month': [
    'block',
    'calendar_feed',
    'credential',
    'help_offer',
    'notification_settings',
    'opening_interval',
    'person_badge',
    'person_standing',
    'place',
    'point_histogram',
    'point_month',
    'point_total',
    'recurring_surplus',
    'request_area_build',
  ],
  'what people did together, and its books': [
    'claim',
    'conversation',
    'donation',
    'emergency_match',
    'emergency_request',
    'exact_location',
    'food_listing',
    'handover',
    'listing_photo',
    'message',
    'person',
    'point_entry',
    'recognized_handover',
    'request_block',
  ],
  'written by organizers': ['ad', 'admin_action', 'community_setting'],
};

test('of every table it is decided how long its rows stay', async () => {
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const decided = [...Object.values(KEPT).flat(), ...RETENTIONS.map(({ table }) => table)];
  expect(rows.map(({ name }) => name)).toEqual(decided.sort());
});

const words = (days: number): string =>
  ({ 0: 'no longer', 1: 'a day', 365: 'a year', 730: 'two years' })[days] ?? `${days} days`;

test('the handbook says how long each is kept', () => {
  const handbook = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const failed = { what: 'background work that failed for good', days: FAILED_JOB_DAYS };
  for (const { what, days } of [...RETENTIONS, failed])
    expect(handbook).toContain(`| ${what} | ${words(days)} |`);
});

test('deletes thousands of old rows, and none that is young', async () => {
  const { id } = await createPerson();
  const insert = (kind: string, count: number, at: number) =>
    pool.query(
      `insert into notification (id, person_id, kind, subject_type, subject_id, created_at)
       select gen_random_uuid(), $1, $2, 'person', $1, $3 from generate_series(1, $4)`,
      [id, kind, new Date(at), count],
    );
  await insert('old', 2500, clock.at - 366 * DAY_MS);
  await insert('young', 3, clock.at - 364 * DAY_MS);
  await forgetOld(ctx);
  const { rows } = await pool.query('select kind, count(*)::int from notification group by kind');
  expect(rows).toEqual([{ kind: 'young', count: 3 }]);
});

test('deletes jobs that failed for good a month ago, and none that is still tried', async () => {
  for (const [key, attempts, days] of [
    ['old', 25, 31],
    ['young', 25, 29],
    ['tried', 3, 31],
  ] as const) {
    await pool.query(`select graphile_worker.add_job('none', job_key := $1)`, [key]);
    await pool.query(
      'update graphile_worker._private_jobs set attempts = $2, updated_at = $3 where key = $1',
      [key, attempts, new Date(clock.at - days * DAY_MS)],
    );
  }
  await forgetOld(ctx);
  const { rows } = await pool.query('select key from graphile_worker.jobs where key is not null order by 1');
  expect(rows).toEqual([{ key: 'tried' }, { key: 'young' }]);
});
