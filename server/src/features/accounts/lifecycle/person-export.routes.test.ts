import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { createRequest } from '#server/features/emergency/requests/create-request.ts';
import { alertExpiring } from '#server/features/expiry-alerts/alert-expiring.ts';
import { revealAddress } from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as matching from '#server/features/matching/matching.service.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import { blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import { createReport } from '#server/features/moderation/reports/create-report.ts';
import { makeRateLimits } from '#server/platform/http/rate-limits.ts';
import { MIDTOWN, SECRET_ADDRESS, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { personColumns, plantRow } from '#server/test/person-data-scan.ts';
import { renewStandings } from '../standing/standing.ts';
import { exportAccount } from './person-export.ts';

const fixture = await emergencyFixture();
const { as, ctx, clock, pool, person, listing, requestBody } = fixture;
const take = (who: Pick<TestCaller, 'cookie'> | null) => as(who, { url: '/api/users/export' });

const MIGRATIONS = path.join(import.meta.dirname, '../../../db/migrations');

/**
 * Every column that refers to a person: what happens to it when the account is closed, and the part of the export that
 * contains it, as `-- person: …; export: …` says behind the column where it is made.
 */
const NAMES_A_PERSON: Readonly<Record<string, readonly [whenTheyLeave: string, inTheExport: string]>> =
  Object.fromEntries(
    readdirSync(MIGRATIONS, { recursive: true, encoding: 'utf8' })
      .filter((file) => /[.](sql|ts)$/.test(file))
      .map((file) => readFileSync(path.join(MIGRATIONS, file), 'utf8'))
      .flatMap((schema) => [
        ...schema.matchAll(/^create table (\w+) \((.*?)^\)/gms),
        ...schema.matchAll(/^alter table (\w+)\n((?: {2}.*\n)+)/gm),
      ])
      .flatMap(([, table, columns = '']) =>
        [...columns.matchAll(/^ {2}(?:add column )?(\w+) .*-- person: (.*); export: (.*)$/gm)].map(
          ([, column, whenTheyLeave = '', inTheExport = '']) => [
            `${table}.${column}`,
            [whenTheyLeave, inTheExport],
          ],
        ),
      ),
  );

/** The columns that must not contain the person's id any more. */
const GONE = Object.entries(NAMES_A_PERSON)
  .filter(([column, [whenTheyLeave]]) => whenTheyLeave === 'goes' && /_id$/.test(column))
  .map(([column]) => column)
  .filter((column) => column !== 'credential.account_id')
  .toSorted();
const holdingSql = (column: string): string => {
  const [table] = column.split('.');
  return `select '${column}' as name from ${table} where ${column} = $1`;
};

describe('exporting one’s data', () => {
  it('lists every column that refers to a person', async () => {
    expect(await personColumns(pool)).toEqual(Object.keys(NAMES_A_PERSON).toSorted());
  });

  it('deletes or keeps each column as listed when the account is closed', async () => {
    const [ada, bo] = [await person(), await person()];
    const [given, taken] = [await listing(ada), await listing(bo)];
    await claimListing(ctx, bo, given.id, 1);
    const { conversationId } = await claimListing(ctx, ada, taken.id, 1);
    await revealAddress(ctx, bo, conversationId);
    await matching.dismissMatch(ctx, ada, (await listing(await person())).id);
    await listing(ada, { availableUntil: new Date(clock.at + HOUR_MS).toISOString() });
    await alertExpiring(ctx);
    await blockPerson(ctx, ada, (await person()).userId);
    await blockPerson(ctx, await person(), ada.userId);
    const gone = await person();
    await blockPerson(ctx, ada, gone.userId);
    await as(gone, { method: 'POST', url: '/api/users/close-account', payload: {} });
    const subject = { type: 'listing' as const, id: taken.id };
    const report = { subject, reason: 'other', details: '' };
    const headers = { 'idempotency-key': 'once' };
    await as(ada, { method: 'POST', url: '/api/reports', payload: report, headers });
    await as(ada, { method: 'POST', url: '/api/objects/upload' });
    await as(ada, { method: 'POST', url: '/api/users/calendar-feed' });
    await fixture.db
      .insertInto('photo')
      .values({
        id: fixture.newId(),
        owner_id: bo.userId,
        state: 'ready',
        visibility: 'one_person',
        viewer_id: ada.userId,
        created_at: clock.now(),
      })
      .execute();
    await fixture.db
      .insertInto('verification')
      .values({
        id: fixture.newId(),
        identifier: 'reset:digest',
        value: ada.userId,
        expires_at: clock.now(),
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute();
    const wanted = {
      app: { claims: true, pickups: true, messages: true, endings: false, alerts: true },
      mail: { claims: true, pickups: true, messages: false, alerts: true, help: true },
      quietHours: null,
    };
    await as(ada, { method: 'PUT', url: '/api/users/notification-settings', payload: wanted });
    const helps = { days: ['friday'], times: ['evening'], area: 'Midtown', transport: ['car'] };
    await as(ada, { method: 'PUT', url: '/api/users/help-offer', payload: helps });
    const asked = await createRequest(ctx, bo, requestBody(), '192.0.2.1');
    await fixture.db
      .insertInto('emergency_alert')
      .values({ request_id: asked.id, donor_id: ada.userId, round: 0, wave: 0, alerted_at: clock.now() })
      .execute();
    await fixture.db
      .insertInto('match_attempt')
      .values({
        request_id: asked.id,
        helper_id: ada.userId,
        round: 0,
        is_blocked: false,
        attempted_at: clock.now(),
      })
      .execute();
    await fixture.db
      .insertInto('request_block')
      .values([
        { blocker_id: ada.userId, request_id: asked.id, blocked_id: bo.userId, created_at: clock.now() },
        {
          blocker_id: bo.userId,
          request_id: fixture.newId(),
          blocked_id: ada.userId,
          created_at: clock.now(),
        },
      ])
      .execute();
    await fixture.db
      .insertInto('donation')
      .values({
        id: fixture.newId(),
        person_id: ada.userId,
        amount_cents: 500,
        currency: 'usd',
        donation_type: 'platform_donation',
        donor_message: '',
        is_anonymous: false,
        food_listing_id: null,
        emergency_request_id: null,
        is_demo: false,
        created_at: clock.now(),
      })
      .execute();
    await fixture.db
      .insertInto('opening_interval')
      .values({ person_id: ada.userId, weekday: 'monday', opens: '07:00', closes: '20:30' })
      .execute();
    const surplusId = fixture.newId();
    await fixture.db
      .insertInto('recurring_surplus')
      .values({
        id: surplusId,
        person_id: ada.userId,
        title: 'Rolls',
        description: '',
        category: 'bakery_items',
        servings: 40,
        date_kind: 'best_before',
        allergens: ['gluten'],
        diets: [],
        pickup_instructions: '',
        weekdays: ['monday'],
        ask_at: '20:00',
        pickup_from: '20:00',
        pickup_until: '21:00',
        starts_on: '2026-05-04',
        listing_id: null,
        created_at: clock.now(),
      })
      .execute();
    await fixture.db
      .insertInto('surplus_question')
      .values({
        id: fixture.newId(),
        surplus_id: surplusId,
        person_id: ada.userId,
        day: '2026-05-04',
        state: 'open',
        pickup_from: clock.now(),
        pickup_until: clock.now(),
        asked_at: clock.now(),
      })
      .execute();
    await renewStandings(ctx);
    const holding = async (): Promise<string[]> => {
      const { rows } = await pool.query<{ name: string }>(GONE.map(holdingSql).join(' union '), [ada.userId]);
      return rows.map(({ name }) => name).toSorted();
    };
    // only accounts with a password, or with another person's handle, have these
    const never = new Set(['credential.person_id']);
    const planted = new Set([...(await holding()), ...never]);
    for (const column of GONE.filter((one) => !planted.has(one))) await plantRow(pool, column, ada.userId);
    expect(await holding()).toEqual(GONE.filter((column) => !never.has(column)));
    await as(ada, { method: 'POST', url: '/api/users/close-account', payload: {} });
    expect(await holding()).toEqual([]);
    const mailed = await fixture.db.selectFrom('verification').select('id').execute();
    expect(mailed).toEqual([]);
  });

  it('returns a file with everything kept about the person', async () => {
    const [ada, bo] = [await person('Ada', 'Okafor'), await person('Bo', 'Lindqvist')];
    await as(ada, {
      method: 'PUT',
      url: '/api/users/profile',
      payload: { ...MIDTOWN, address: SECRET_ADDRESS, areaLabel: 'Hell’s Kitchen', allergens: ['milk'] },
    });
    const [given, taken] = [await listing(ada, { contactPhone: '555 0100' }), await listing(bo)];
    const donated = await claimListing(ctx, bo, given.id, 2);
    const mine = await claimListing(ctx, ada, taken.id, 1);
    await revealAddress(ctx, bo, mine.conversationId);
    await sendMessage(ctx, ada, donated.conversationId, 'At six?');
    await sendMessage(ctx, bo, donated.conversationId, 'My secret is safe');
    await blockPerson(ctx, ada, bo.userId);
    const subject = { type: 'listing' as const, id: taken.id };
    await createReport(ctx, ada, { subject, reason: 'other', details: 'smelled odd' }, null);

    const answer = await take(ada);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="openlarder-my-data-${clock.now().toISOString().slice(0, 10)}.json"`,
    );
    expect(answer.headers['content-type']).toContain('application/json');
    const data = answer.json();
    const parts = Object.values(NAMES_A_PERSON).map(([, part]) => part);
    for (const name of Object.keys(data)) expect(['exportedAt', ...parts]).toContain(name);
    expect(data).toMatchObject({
      exportedAt: clock.now().toISOString(),
      account: {
        firstName: 'Ada',
        email: `person-${ada.userId}@example.org`,
        allergens: ['milk'],
        signedIn: [{ since: clock.now().toISOString() }],
      },
      places: {
        places: [{ kind: 'home', exact: MIDTOWN, area: 'Hell’s Kitchen' }],
        addresses: expect.arrayContaining([
          expect.objectContaining({ of: { type: 'profile', id: ada.userId }, address: SECRET_ADDRESS }),
          expect.objectContaining({ of: { type: 'listing', id: given.id }, phone: '555 0100' }),
        ]),
      },
      listings: [{ id: given.id, title: given.title }],
      claims: expect.arrayContaining([
        expect.objectContaining({ id: donated.id, side: 'donor', servings: 2, status: 'released' }),
        expect.objectContaining({ id: mine.id, side: 'claimer', listingTitle: taken.title }),
      ]),
      conversations: expect.arrayContaining([
        {
          id: donated.conversationId,
          with: 'Bo',
          listingTitle: given.title,
          requestTitle: null,
          startedAt: clock.now().toISOString(),
          written: [expect.objectContaining({ content: 'At six?' })],
        },
      ]),
      notifications: {
        received: expect.arrayContaining([
          expect.objectContaining({ kind: 'listing_claimed', by: 'Bo', listingTitle: given.title }),
        ]),
        settings: {
          app: { claims: true, pickups: true, messages: true, endings: true, alerts: true },
          mail: { claims: true, pickups: true, messages: true, alerts: true, help: true },
          quietHours: { from: '22:00', until: '07:00' },
        },
        mailsByDay: [],
      },
      moderation: {
        blocks: [{ person: 'Bo L.', since: clock.now().toISOString() }],
        reports: [{ about: subject, reason: 'other', details: 'smelled odd' }],
      },
      photos: [],
    });
  });

  it('contains no secret, no data of others and no credential', async () => {
    const [ada, bo] = [await person('Ada', 'Okafor'), await person('Bo', 'Lindqvist')];
    const taken = await listing(bo, { pickupLocation: '9 Hidden Lane', contactPhone: '555 0199' });
    const { id, conversationId } = await claimListing(ctx, ada, taken.id, 1);
    await revealAddress(ctx, bo, conversationId);
    await sendMessage(ctx, bo, conversationId, 'My secret is safe');
    const { rows } = await pool.query<{ code: string; token: string; email: string }>(
      `select handover.code, session.token, other.email from handover, session, person as other
       where handover.id = (select handover_id from claim where id = $1) and session.person_id = $2 and other.id = $3`,
      [id, ada.userId, bo.userId],
    );
    const text = (await take(ada)).body;
    for (const secret of ['9 Hidden Lane', '555 0199', 'My secret', rows[0]?.token, rows[0]?.email])
      expect(text).not.toContain(secret);
    expect(JSON.stringify(JSON.parse(text).claims)).not.toContain(`"${rows[0]?.code}"`);
    for (const name of ['password', 'token', 'hash', 'secret', 'code'])
      expect(text).not.toMatch(new RegExp(`"${name}"`, 'i'));
    expect((await take(bo)).body).toContain('9 Hidden Lane');
  });

  it('reads one snapshot on one connection, and concurrent exports do not block each other', async () => {
    const ada = await person();
    const held = await Promise.all(Array.from({ length: pool.options.max - 1 }, () => pool.connect()));
    try {
      expect((await take(ada)).statusCode).toBe(200);
    } finally {
      for (const client of held) client.release();
    }
  });

  it('is limited to twenty an hour', async () => {
    const limited = { ...ctx, rateLimits: makeRateLimits({ db: ctx.db, secret: 'a secret' }) };
    const [ada, bo] = [await person(), await person()];
    for (let nth = 0; nth < 20; nth++) await exportAccount(limited, ada);
    await expect(exportAccount(limited, ada)).rejects.toMatchObject({
      status: 429,
      code: 'too-many',
    });
    expect((await exportAccount(limited, bo)).data).toHaveProperty('account');
  });

  it('is refused for a closed account', async () => {
    const ada = await person();
    await as(ada, { method: 'POST', url: '/api/users/close-account', payload: {} });
    expect((await take(ada)).statusCode).toBe(401);
  });
});
