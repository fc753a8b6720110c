import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { ask as send, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { startRound } from '../alerts/alerts.ts';
import { createRequest, requestLimits } from './create-request.ts';
import { cancelRequest } from './request-actions.ts';
import { reopenRequest, takeRequest } from './requests.store.ts';

const fixture = await emergencyFixture();
const { ctx, http, clock, pool, person, ask, requestBody } = fixture;
const POST = '/api/emergency-requests';

const refused = async (who: TestCaller, changes: object): Promise<unknown> => {
  const { status, body } = await send(http, who, 'POST', POST, { ...requestBody(), ...changes });
  const { fields } = (body ?? {}) as { fields?: object };
  return [status, fields];
};

beforeEach(async () => {
  await pool.query('delete from emergency_request');
});

describe('creating a request', () => {
  it('opens it for 24 hours, ignoring the client’s value, with the form’s defaults', async () => {
    const ruth = await person('Ruth', 'Abara');
    const { title, pickupLocation, latitude, longitude } = requestBody();
    const body = { title, pickupLocation, latitude, longitude, expiresAt: '2099-01-01T00:00:00Z' };
    const answer = await send(http, ruth, 'POST', POST, body);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'pending',
      urgencyLevel: 'emergency',
      householdSize: 1,
      radiusKm: 10,
      pickupLocation: 'Turtle Bay',
      area: { label: 'Turtle Bay', bounds: [{ north: expect.any(Number) }] },
      latitude: null,
      longitude: null,
      placeShared: false,
      showsFirstName: false,
      side: 'requester',
      match: null,
      expiresAt: new Date(clock.at + DAY_MS).toISOString(),
    });
  });

  it.each([
    [{ title: ' ' }, { title: 'Title is required' }],
    [{ householdSize: 0 }, { householdSize: 'Household size must be at least 1' }],
    [{ householdSize: 21 }, { householdSize: 'Household size cannot exceed 20' }],
    [{ radiusKm: 0.5 }, { radiusKm: 'Search radius must be at least 1km' }],
    [{ radiusKm: 51 }, { radiusKm: 'Search radius cannot exceed 50km' }],
    [{ pickupLocation: '' }, { pickupLocation: 'Pickup location is required' }],
    [{ latitude: 0 }, { latitude: 'Valid Location Required' }],
    [{ longitude: 181 }, { longitude: 'Valid Location Required' }],
    [{ latitude: undefined }, { latitude: 'Valid Location Required' }],
  ])('refuses %j', async (changes, fields) => {
    expect(await refused(await person(), changes)).toEqual([422, fields]);
  });

  it('is idempotent by its key', async () => {
    const ruth = await person();
    const headers = { 'idempotency-key': 'tonight' };
    const [first, again] = [
      await send(http, ruth, 'POST', POST, requestBody(), headers),
      await send(http, ruth, 'POST', POST, requestBody(), headers),
    ];
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  });

  it('is refused to a paused person', async () => {
    const ruth = await person();
    await admin.pausePerson(ctx, ruth.userId, 'spam');
    await expect(ask(ruth)).rejects.toMatchObject({ status: 403, code: 'account-paused' });
  });

  it('is refused without a verified email address, where mail is sent', async () => {
    const mailed = await testApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'food@example.org' }, fixture);
    const ruth = await person();
    await expect(createRequest(mailed.ctx, ruth, requestBody(), '192.0.2.1')).rejects.toMatchObject({
      status: 403,
      code: 'verify-email',
    });
  });
});

describe('limits', () => {
  it('are one open request, and three in 24 hours including cancelled ones', async () => {
    const ruth = await person();
    for (let nth = 0; nth < 3; nth++) {
      const { id } = await ask(ruth);
      await expect(ask(ruth)).rejects.toMatchObject({ status: 409, code: 'request-open' });
      expect(await requestLimits(ctx, ruth)).toMatchObject({
        openRequestId: id,
        requestsInLastDay: nth + 1,
      });
      await cancelRequest(ctx, ruth, id);
      clock.forward(HOUR_MS);
    }
    await expect(ask(ruth)).rejects.toMatchObject({
      code: 'requests-today',
      retryAfterSeconds: (21 * HOUR_MS) / 1000,
    });
    const { nextAt } = await requestLimits(ctx, ruth);
    expect(nextAt).toBe(new Date(clock.at + 21 * HOUR_MS).toISOString());
    clock.forward(21 * HOUR_MS);
    expect((await requestLimits(ctx, ruth)).nextAt).toBeNull();
    expect((await ask(ruth)).status).toBe('pending');
  });

  it('are never refused for their network address: past thirty by new people it alerts the first wave only', async () => {
    const { ctx: limited } = await testApp({ RATE_LIMITS: 'on' }, fixture);
    const shelter = '198.51.100.7';
    const from = (who: TestCaller) => createRequest(limited, who, requestBody(), shelter);
    const hasFurtherWaves = async ({ id }: { readonly id: string }) => {
      const sql = 'select next_wave_at from emergency_request where id = $1';
      return (await pool.query(sql, [id])).rows[0].next_wave_at !== null;
    };
    const first = await person();
    await from(first);
    for (let nth = 0; nth < 40; nth++) await expect(from(first)).rejects.toMatchObject({ status: 409 });
    for (let nth = 1; nth < 30; nth++) expect(await hasFurtherWaves(await from(await person()))).toBe(true);
    const late = await from(await person());
    expect(await hasFurtherWaves(late)).toBe(false);
    // nor when a helper leaves it, which anyone may do
    await inTransaction(limited, async (tx) => {
      await takeRequest(tx.db, late.id, first.userId, clock.now());
      await startRound(tx, await reopenRequest(tx.db, late.id), [first.userId]);
    });
    expect(await hasFurtherWaves(late)).toBe(false);
    const member = await person();
    await pool.query(`update person set created_at = $2 where id = $1`, [
      member.userId,
      new Date(clock.at - 2 * DAY_MS),
    ]);
    expect(await hasFurtherWaves(await from(member))).toBe(true);
  });
});

it('help lines are the country’s, after the community’s own', async () => {
  const env = { COUNTRY: 'GB', HELP_LINES: 'Larder|555 0100||Mondays' };
  const { ctx: british } = await testApp(env, fixture);
  const { helpLines } = await requestLimits(british, await person());
  expect(helpLines[0]).toEqual({ name: 'Larder', phone: '555 0100', url: null, note: 'Mondays' });
  expect(helpLines.map(({ phone }) => phone)).toContain('999');
});
