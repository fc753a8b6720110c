import os from 'node:os';
import path from 'node:path';
import { boundsContain } from '@openlarder/domain/kernel/geo.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, test } from 'vitest';
import { sendDueWaves } from '#server/features/emergency/alerts/alerts.ts';
import { expireRequests } from '#server/features/emergency/requests/end-request.ts';
import { listActive, listRequests } from '#server/features/emergency/requests/request-queries.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import { makeLog } from '#server/platform/log/log.ts';
import { brokenInvariants } from '#server/test/factories/claims-fixture.ts';
import { brokenRequestInvariants } from '#server/test/factories/emergency-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { testSettings } from '#server/test/test-settings.ts';
import { openDemoContext } from './demo-context.ts';
import { seedOpenItems } from './seed-open-items.ts';
import { seedRequests } from './seed-requests.ts';

/** The streets of the demo's map. */
const MIDTOWN = { south: 40.74, west: -74.01, north: 40.8, east: -73.94 };

test('the demo has requests in every state, and none of them causes later notifications', async () => {
  const { pool, clock, ctx } = await testApp();
  const settings = testSettings(path.join(os.tmpdir(), 'openlarder-not-written'), { DEMO: 'on' });
  const demo = await openDemoContext({ pool, clock, settings, log: makeLog(settings.logLevel) });
  await seedRequests(demo);
  await seedOpenItems(demo);
  const [rosa, amir] = ['rosa', 'amir'].map((key) => demo.named(key).caller);
  if (!rosa || !amir) throw new Error('nobody');
  const countOf = async (text: string): Promise<number> =>
    (await pool.query<{ count: number }>(`select count(*)::int as count from ${text}`)).rows[0]?.count ?? 0;

  const states = await pool.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from emergency_request group by status',
  );
  expect(Object.fromEntries(states.rows.map(({ status, count }) => [status, count]))).toEqual({
    cancelled: 2,
    expired: 1,
    fulfilled: 2,
    matched: 2,
    pending: 4,
  });
  const open = `emergency_match as match join handover on handover.id = handover_id and status = 'open'`;
  expect([
    await countOf(`${open} where claim_id is not null`),
    await countOf(`${open} where claim_id is null`),
  ]).toEqual([1, 1]);

  // she was alerted to three; she has released the other
  const near = await listActive(ctx, rosa);
  expect(Object.fromEntries(near.map(({ title, alertedAt }) => [title, alertedAt !== null]))).toEqual({
    'A hot meal, if there is one': true,
    'Bread and something to put on it': true,
    'Dinner for my family tonight': true,
    'Fruit and vegetables for the week': false,
  });
  // an area that reaches beyond what the map shows may be marked out of its sight
  const boxes = near.flatMap(({ area }) => area?.bounds ?? []);
  expect(boxes.length).toBeGreaterThanOrEqual(near.length);
  expect(boxes.every((box) => boundsContain(MIDTOWN, { latitude: box.south, longitude: box.west }))).toBe(
    true,
  );
  expect((await pool.query('select month from request_area_build')).rowCount).toBe(2);
  const his = await listRequests(ctx, amir, 'mine');
  expect(his.map(({ status }) => status)).toEqual(['matched', 'fulfilled']);
  expect(his[0]).toMatchObject({ meetingPoint: 'At the fountain on East 53rd Street' });

  // the open items of the demo accounts do not include requests
  for (const person of [rosa, amir]) {
    const { conversations } = await messaging.listConversations(ctx, person);
    const aboutRequests = conversations.filter(({ emergencyRequest }) => emergencyRequest !== null);
    expect(aboutRequests.map(({ unreadCount }) => unreadCount)).toEqual([0, 0]);
  }
  expect(await countOf(`notification where read_at is null and subject_type = 'request'`)).toBe(0);
  expect(await countOf(`emergency_request where next_wave_at <= '${clock.now().toISOString()}'`)).toBe(0);
  const told = await countOf('notification');
  clock.forward(30 * MINUTE_MS);
  await sendDueWaves(ctx);
  await expireRequests(ctx);
  expect(await countOf('notification')).toBe(told);
  const broken = [...(await brokenInvariants(pool)), ...(await brokenRequestInvariants(pool))];
  // what is seeded has no live events
  expect(broken.filter(({ invariant }) => !invariant.endsWith('without its event'))).toEqual([]);
}, 300_000);
