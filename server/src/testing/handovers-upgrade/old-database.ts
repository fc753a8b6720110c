import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { afterAll, inject } from 'vitest';
import { openDatabase, openPool } from '#server/platform/postgres/database.ts';
import { NO_TIMEOUTS } from '../test-database.ts';

/** The last migration before claims and matches had handovers. */
const LAST_BEFORE = '20261124_2_block_by_request';
const MIGRATIONS = path.join(import.meta.dirname, '../../db/migrations');
/** The time of the upgrade. */
export const UPGRADED_AT = Date.parse('2026-05-04T12:00:00Z');
/** This many hours after the upgrade; before it if negative. */
export const inHours = (hours: number): Date => new Date(UPGRADED_AT + hours * HOUR_MS);

/** The servings of every claim. */
export const SERVINGS = 2;
export const SECRET_STREET = '417 West 51st Street';
export const SECRET_HOME = '230 East 44th Street';

type Side<One, Other> = One | Other | null;
export type OldClaim = {
  readonly id: string;
  readonly listing_id: string;
  readonly donor_id: string;
  readonly claimer_id: string;
  readonly conversation_id: string;
  readonly request_id: string | null;
  readonly status: 'open' | 'completed' | 'released' | 'no_show' | 'lapsed' | 'disputed';
  readonly code: string;
  readonly code_tries: number;
  readonly donor_confirmed_at: Date | null;
  readonly claimer_confirmed_at: Date | null;
  readonly completed_by: 'both' | 'code' | 'one_side' | null;
  readonly release_reason: string | null;
  readonly ended_by: Side<'donor', 'claimer'>;
  readonly coming_at: Date | null;
  readonly disputed_at: Date | null;
  readonly disputed_by: Side<'donor', 'claimer'>;
  readonly reminded_at: Date | null;
  readonly asked_at: Date | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
};
export type OldMatch = {
  readonly id: string;
  readonly request_id: string;
  readonly helper_id: string;
  readonly conversation_id: string;
  readonly status: 'open' | 'fulfilled' | 'released' | 'silent' | 'cancelled';
  readonly code: string;
  readonly code_tries: number;
  readonly requester_confirmed_at: Date | null;
  readonly helper_confirmed_at: Date | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly ended_by: Side<'requester', 'helper'>;
  readonly release_reason: string | null;
};
export type OldRequest = {
  readonly id: string;
  readonly requester_id: string;
  readonly status: 'pending' | 'matched' | 'fulfilled' | 'expired' | 'cancelled';
  readonly meeting_point: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
};
type Window = { readonly from: number; readonly until: number };

const load = (file: string): Promise<unknown> => import(file);

async function migrateTo(pool: pg.Pool, last: string): Promise<void> {
  const provider = new FileMigrationProvider({ fs, path, migrationFolder: MIGRATIONS, import: load });
  const { error } = await new Migrator({ db: openDatabase(pool), provider }).migrateTo(last);
  if (error) throw error;
}

export type OldDatabase = Awaited<ReturnType<typeof databaseBeforeHandovers>>;

/** A database of the calling test file's own as it was before handovers, and functions that write its rows. */
export async function databaseBeforeHandovers() {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const cluster = inject('postgres');
  const admin = openPool({ ...cluster, ...NO_TIMEOUTS });
  await admin.query(`create database ${database}`);
  await admin.end();
  const pool = openPool({ ...cluster, ...NO_TIMEOUTS, max: 16, database });
  afterAll(() => pool.end());
  await migrateTo(pool, LAST_BEFORE);

  async function insert<Row extends object>(table: string, row: Row): Promise<Row> {
    const columns = Object.keys(row);
    const values = columns.map((_column, nth) => `$${nth + 1}`);
    await pool.query(
      `insert into ${table} (${columns.join()}) values (${values.join()})`,
      Object.values(row),
    );
    return row;
  }

  async function person(firstName: string, over: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const id = randomUUID();
    await insert('person', {
      id,
      email: `${id}@example.org`,
      name: `${firstName} Lund`,
      first_name: firstName,
      last_name: 'Lund',
      user_type: 'donor',
      created_at: inHours(-2000),
      updated_at: inHours(-2000),
      ...over,
    });
    return id;
  }

  async function conversation(
    about: { readonly listing_id: string } | { readonly request_id: string },
    hostId: string,
    guestId: string,
    closedAt: Date | null = null,
  ): Promise<string> {
    const id = randomUUID();
    const at = inHours(-100);
    const people = { host_id: hostId, guest_id: guestId, listing_title: 'Soup' };
    await insert('conversation', {
      id,
      ...about,
      ...people,
      closed_at: closedAt,
      created_at: at,
      updated_at: at,
    });
    for (const personId of [hostId, guestId])
      await insert('conversation_member', {
        conversation_id: id,
        person_id: personId,
        last_read_at: at,
        shown_read_at: at,
      });
    await message(id, 'listing_id' in about ? guestId : hostId, -100, 'claimed');
    return id;
  }

  async function message(
    conversationId: string,
    senderId: string | null,
    hour: number,
    event: string | null = null,
  ): Promise<void> {
    await insert('message', {
      id: randomUUID(),
      conversation_id: conversationId,
      sender_id: senderId,
      content: event === null ? 'Hello' : '',
      event,
      created_at: inHours(hour),
    });
  }

  async function exactSide(type: 'listing' | 'request', id: string, ownerId: string, address: string) {
    const place = {
      subject_type: type,
      subject_id: id,
      owner_id: ownerId,
      address,
      exact_point: '(-73.9,40.7)',
    };
    await insert('exact_side', place);
  }

  /** Reveals the place of `ownerId` to `viewerId` until an hour, or while the claim or match is open. */
  async function grant(
    type: 'listing' | 'request',
    id: string,
    viewerId: string,
    until: number | null,
  ): Promise<void> {
    await insert('place_grant', {
      subject_type: type,
      subject_id: id,
      viewer_id: viewerId,
      granted_at: inHours(-100),
      until: until === null ? 'infinity' : inHours(until),
    });
  }

  async function listing(donorId: string, window: Window = { from: -2, until: 6 }): Promise<string> {
    const id = randomUUID();
    await insert('food_listing', {
      id,
      donor_id: donorId,
      title: 'Soup',
      description: '',
      category: 'prepared_meals',
      estimated_servings: 20,
      servings_left: 10,
      servings_claimed: 4,
      available_from: inHours(window.from),
      available_until: inHours(window.until),
      best_by_date: inHours(window.until + 24),
      urgency_level: 'low',
      public_point: '(-73.98,40.75)',
      area_label: 'Midtown',
      created_at: inHours(-200),
      updated_at: inHours(-200),
    });
    await exactSide('listing', id, donorId, SECRET_STREET);
    return id;
  }

  async function claim(
    of: Pick<OldClaim, 'listing_id' | 'donor_id' | 'claimer_id' | 'conversation_id'>,
    columns: Partial<OldClaim> = {},
  ): Promise<OldClaim> {
    const row: OldClaim = {
      id: randomUUID(),
      request_id: null,
      ...of,
      status: 'open',
      code: '4711',
      code_tries: 0,
      donor_confirmed_at: null,
      claimer_confirmed_at: null,
      completed_by: null,
      release_reason: null,
      ended_by: null,
      coming_at: null,
      disputed_at: null,
      disputed_by: null,
      reminded_at: null,
      asked_at: null,
      created_at: inHours(-70),
      ended_at: null,
      ...columns,
    };
    await insert('claim', { ...row, servings: SERVINGS });
    return row;
  }

  async function request(requesterId: string, columns: Partial<OldRequest> = {}): Promise<OldRequest> {
    const known: OldRequest = {
      id: randomUUID(),
      requester_id: requesterId,
      status: 'matched',
      meeting_point: '',
      created_at: inHours(-6),
      expires_at: inHours(18),
      ended_at: null,
      ...columns,
    };
    await insert('emergency_request', {
      ...known,
      title: 'Food for tonight',
      urgency_level: 'high',
      household_size: 3,
      radius_km: 5,
      public_point: '(-73.98,40.75)',
      area_label: 'Turtle Bay',
    });
    await exactSide('request', known.id, requesterId, SECRET_HOME);
    return known;
  }

  async function match(
    of: Pick<OldMatch, 'request_id' | 'helper_id' | 'conversation_id'>,
    columns: Partial<OldMatch> = {},
  ): Promise<OldMatch> {
    return insert('emergency_match', {
      id: randomUUID(),
      ...of,
      status: 'open',
      code: '1234',
      code_tries: 0,
      requester_confirmed_at: null,
      helper_confirmed_at: null,
      created_at: inHours(-5),
      ended_at: null,
      ended_by: null,
      release_reason: null,
      ...columns,
    });
  }

  return { pool, insert, person, conversation, message, grant, listing, claim, request, match };
}

/** Writes a row of every case, in their order. */
export async function writeAll<Case, Row>(
  cases: Readonly<Record<string, Case>>,
  write: (one: Case) => Promise<Row>,
) {
  const written: (readonly [state: string, one: Case, row: Row])[] = [];
  for (const [state, one] of Object.entries(cases)) written.push([state, one, await write(one)]);
  return written;
}

/** Of a table, or of `table where condition`. */
export async function countRows(pool: pg.Pool, from: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int from ${from}`);
  return rows[0]?.count ?? -1;
}
