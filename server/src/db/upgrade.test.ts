import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { listClaims } from '#server/features/claims/claims.queries.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { testApp, type TestClock } from '#server/test/test-app.ts';
import { testDatabase } from '#server/test/test-database.ts';
import { dropTables, migrate, migratorOf } from './migrate.ts';

const NOW_MS = Date.parse('2026-05-04T12:00:00Z');
const inHours = (hours: number): Date => new Date(NOW_MS + hours * HOUR_MS);
const clock: TestClock = {
  at: NOW_MS,
  now: () => new Date(clock.at),
  forward(ms) {
    clock.at += ms;
  },
};

/** A database as the first migration makes it. */
async function databaseOfFirstRelease(): Promise<pg.Pool> {
  const { pool } = await testDatabase();
  await dropTables(pool);
  const migrator = migratorOf(pool);
  const [first] = await migrator.getMigrations();
  const { error } = await migrator.migrateTo(first?.name ?? '');
  if (error) throw error;
  return pool;
}

/** Writes rows by SQL, with the columns that they had then: today's services write those of today. */
async function insert(pool: pg.Pool, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = Object.keys(row);
  const values = columns.map((_, nth) => `$${nth + 1}`);
  await pool.query(`insert into ${table} (${columns.join()}) values (${values.join()})`, Object.values(row));
}

/** An open claim of two servings, with its people, its listing and its conversation. */
async function writeClaim(pool: pg.Pool) {
  const [id, giver_id, receiver_id, listing_id, conversation_id] = Array.from({ length: 5 }, () =>
    randomUUID(),
  );
  for (const [person, first_name] of [
    [giver_id, 'Dora'],
    [receiver_id, 'Cleo'],
  ] as const)
    await insert(pool, 'person', {
      id: person,
      email: `${first_name}@example.org`,
      name: `${first_name} Lund`,
      first_name,
      last_name: 'Lund',
      created_at: inHours(-2000),
      updated_at: inHours(-2000),
    });
  await insert(pool, 'food_listing', {
    id: listing_id,
    donor_id: giver_id,
    title: 'Soup',
    title_words: ['soup'],
    description: '',
    words: ['soup'],
    category: 'prepared_meals',
    estimated_servings: 4,
    servings_left: 2,
    servings_claimed: 2,
    available_from: inHours(-2),
    available_until: inHours(6),
    best_by_date: inHours(30),
    urgency_level: 'low',
    area_label: 'Midtown',
    created_at: inHours(-5),
    updated_at: inHours(-5),
  });
  const times = { created_at: inHours(-1), updated_at: inHours(-1) };
  await insert(pool, 'conversation', { id: conversation_id, listing_id, giver_id, receiver_id, ...times });
  for (const person_id of [giver_id, receiver_id])
    await insert(pool, 'conversation_member', {
      conversation_id,
      person_id,
      last_read_at: inHours(-1),
      shown_read_at: inHours(-1),
    });
  await insert(pool, 'handover', {
    id,
    giver_id,
    receiver_id,
    conversation_id,
    window_from: inHours(-2),
    window_until: inHours(6),
    code: '4711',
    created_at: inHours(-1),
  });
  await insert(pool, 'claim', { id, handover_id: id, listing_id, servings: 2 });
  const receiver: Caller = { userId: receiver_id ?? '', sessionId: randomUUID() };
  return { id, receiver };
}

test('an upgrade keeps what people wrote before, and shows it', async () => {
  const pool = await databaseOfFirstRelease();
  const { id, receiver } = await writeClaim(pool);
  expect(await migrate(pool)).toEqual({ isNew: false });
  const { ctx } = await testApp({}, { pool, clock });
  const { claims: mine } = await listClaims(ctx, receiver, 'mine');
  expect(mine).toEqual([
    expect.objectContaining({
      id,
      status: 'open',
      servings: 2,
      listing: expect.objectContaining({ title: 'Soup' }),
    }),
  ]);
});
