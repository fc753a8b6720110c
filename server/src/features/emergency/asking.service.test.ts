import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ask as send, type Somebody } from '#server/testing/factories/claims-ground.ts';
import { emergencyGround } from '#server/testing/factories/emergency-ground.ts';
import { testApp } from '#server/testing/test-app.ts';

const ground = await emergencyGround();
const { http, clock, pool, emergency, moderation, caretaking, person, donor, ask, requestBody } = ground;
const POST = '/api/emergency-requests';

const refused = async (who: Somebody, changes: object): Promise<unknown> => {
  const { status, body } = await send(http, who, 'POST', POST, { ...requestBody(), ...changes });
  const { fields } = (body ?? {}) as { fields?: object };
  return [status, fields];
};

beforeEach(async () => {
  await pool.query('delete from emergency_request');
});

describe('asking for food', () => {
  it('is open for a day, whatever the browser says, with the defaults of the form', async () => {
    const ruth = await person('Ruth', 'Abara');
    const { title, pickupLocation, latitude, longitude, areaLabel } = requestBody();
    const body = { title, pickupLocation, latitude, longitude, areaLabel, expiresAt: '2099-01-01T00:00:00Z' };
    const answer = await send(http, ruth, 'POST', POST, body);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'pending',
      urgencyLevel: 'emergency',
      householdSize: 1,
      radiusKm: 10,
      pickupLocation,
      latitude,
      longitude,
      placeShared: false,
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

  it('is told once, however often the call is repeated with its key', async () => {
    const ruth = await person();
    const headers = { 'idempotency-key': 'tonight' };
    const [first, again] = [
      await send(http, ruth, 'POST', POST, requestBody(), headers),
      await send(http, ruth, 'POST', POST, requestBody(), headers),
    ];
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  });

  it('is for whoever is not paused by those who run the community', async () => {
    const ruth = await person();
    await caretaking.pause(ruth.userId, 'spam');
    await expect(ask(ruth)).rejects.toMatchObject({ status: 403, code: 'account-paused' });
  });

  it('is for whoever has confirmed their e-mail address, where mail is sent', async () => {
    const mailed = await testApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'food@example.org' }, ground);
    const ruth = await person();
    await expect(
      mailed.features.emergency.createRequest(ruth, requestBody(), '192.0.2.1'),
    ).rejects.toMatchObject({ status: 403, code: 'verify-email' });
  });
});

describe('the limits', () => {
  it('are one request at a time, and three in 24 hours, those taken back counted', async () => {
    const ruth = await person();
    for (let nth = 0; nth < 3; nth++) {
      const { id } = await ask(ruth);
      await expect(ask(ruth)).rejects.toMatchObject({ status: 409, code: 'request-open' });
      expect(await emergency.asking(ruth)).toMatchObject({ openRequestId: id, requestsInLastDay: nth + 1 });
      await emergency.cancelRequest(ruth, id);
      clock.forward(HOUR_MS);
    }
    await expect(ask(ruth)).rejects.toMatchObject({
      code: 'requests-today',
      retryAfterSeconds: (21 * HOUR_MS) / 1000,
    });
    const { nextAt } = await emergency.asking(ruth);
    expect(nextAt).toBe(new Date(clock.at + 21 * HOUR_MS).toISOString());
    clock.forward(21 * HOUR_MS);
    expect((await emergency.asking(ruth)).nextAt).toBeNull();
    expect((await ask(ruth)).status).toBe('pending');
  });

  it('are thirty a day from one network address, of which refused ones take none', async () => {
    const { features } = await testApp({ RATE_LIMITS: 'on' }, ground);
    const shelter = '198.51.100.7';
    const from = (who: Somebody, address = shelter) =>
      features.emergency.createRequest(who, requestBody(), address);
    const first = await person();
    await from(first);
    for (let nth = 0; nth < 40; nth++) await expect(from(first)).rejects.toMatchObject({ status: 409 });
    for (let nth = 1; nth < 30; nth++) await from(await person());
    const late = await person();
    await expect(from(late)).rejects.toMatchObject({ status: 429, code: 'too-many' });
    // nothing of it is left
    expect(await emergency.listRequests(late, 'mine')).toEqual([]);
    expect((await from(late, '203.0.113.9')).status).toBe('pending');
  });
});

describe('complaints', () => {
  /** A helper who says that the request is not genuine, as each of `times`. */
  async function complain(requestId: string): Promise<void> {
    const helper = await donor();
    await emergency.matchRequest(helper, requestId);
    await emergency.releaseRequest(helper, requestId, 'not_genuine');
  }

  it('of three different people pause asking for a week, kindly, and are put aside by those who read them', async () => {
    const ruth = await person();
    const { id } = await ask(ruth);
    const [first, second] = [await donor(), await donor()];
    // one who is cross three times, once as a report
    await emergency.matchRequest(first, id);
    await emergency.releaseRequest(first, id, 'not_genuine');
    for (let nth = 0; nth < 2; nth++)
      await moderation.report(first, { subject: { type: 'request', id }, reason: 'spam', details: '' }, null);
    await moderation.report(second, { subject: { type: 'request', id }, reason: 'spam', details: '' }, null);
    expect((await emergency.asking(ruth)).pausedUntil).toBeNull();
    // who could not have read it is nobody to complain
    const stranger = await person();
    await moderation.report(
      stranger,
      { subject: { type: 'request', id }, reason: 'spam', details: '' },
      null,
    );
    expect((await emergency.asking(ruth)).pausedUntil).toBeNull();
    await complain(id);
    await emergency.cancelRequest(ruth, id);
    const asking = await emergency.asking(ruth);
    expect(asking.pausedUntil).toBe(new Date(clock.at + 7 * DAY_MS).toISOString());
    // the lines stand there for who may not ask, too
    expect(asking.helpLines.length).toBeGreaterThan(0);
    await expect(ask(ruth)).rejects.toMatchObject({ status: 409, code: 'asking-paused' });

    const url = `${POST}/asking/appeal`;
    expect((await send(http, ruth, 'POST', url, { words: 'I did need it' })).status).toBe(204);
    const { reports } = await caretaking.openReports();
    expect(reports.find(({ reason }) => reason === 'appeal')).toMatchObject({
      reporter_id: ruth.userId,
      about_id: ruth.userId,
      details: 'I did need it',
    });
    for (let nth = 0; nth < 2; nth++) await emergency.appealPause(ruth, 'Please');
    expect((await send(http, ruth, 'POST', url, { words: 'Please' })).status).toBe(429);
    const complaint = reports.find(({ reason }) => reason === 'not_genuine');
    expect(complaint?.evidence).toContain('Food for tonight');
    await caretaking.closeReport(complaint?.id ?? '', 'He is always cross');
    for (const { id: reportId } of (await caretaking.openReports()).reports.filter(
      ({ reporter_id }) => reporter_id === first.userId,
    ))
      await caretaking.closeReport(reportId, '');
    expect((await emergency.asking(ruth)).pausedUntil).toBeNull();
    expect((await ask(ruth)).status).toBe('pending');
    expect((await send(http, ruth, 'POST', url, { words: 'Please' })).body).toMatchObject({
      code: 'not-paused',
    });
  });

  it('end with their time', async () => {
    const ruth = await person();
    const { id } = await ask(ruth);
    for (let nth = 0; nth < 3; nth++) await complain(id);
    await emergency.cancelRequest(ruth, id);
    await expect(ask(ruth)).rejects.toMatchObject({ code: 'asking-paused' });
    clock.forward(7 * DAY_MS);
    expect((await ask(ruth)).status).toBe('pending');
  });
});

it('the help lines are the country’s, the community’s own first', async () => {
  const env = { COUNTRY: 'GB', HELP_LINES: 'Larder|555 0100||Mondays' };
  const { features } = await testApp(env, ground);
  const { helpLines } = await features.emergency.asking(await person());
  expect(helpLines[0]).toEqual({ name: 'Larder', phone: '555 0100', url: null, note: 'Mondays' });
  expect(helpLines.map(({ phone }) => phone)).toContain('999');
});
