import { MAX_WAVES, WAVE_INTERVAL_MS } from '@openlarder/domain/emergency/alert-waves.ts';
import { expect, test } from 'vitest';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { alertFixture } from '#server/test/alert-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { takeRequest } from '../requests/requests.store.ts';
import * as alerts from './alerts.ts';
import { makeAppContext } from '#server/platform/app-context.ts';
import { announceChange } from '../emergency.events.ts';

const app = await testApp();
const { ctx, alertedTo, asked, clock, near, pool, somewhere, wavesOf } = alertFixture(app);
const processes = [ctx, ...Array.from({ length: 5 }, () => makeAppContext({ ...ctx, pool }))];

test('concurrent processes send each wave once', async () => {
  const center = somewhere();
  for (let nth = 0; nth < 40; nth++) await near(center, 0.2 * nth);
  const requests = [await asked(center), await asked(center), await asked(center)];
  for (let nth = 1; nth < MAX_WAVES; nth++) {
    clock.forward(WAVE_INTERVAL_MS);
    await Promise.all(processes.map((each) => alerts.sendDueWaves(each)));
  }
  for (const { id } of requests) {
    const [written, told] = [await alertedTo(id), await wavesOf(id)];
    expect(told.map(({ wave }) => wave)).toEqual(Array.from({ length: told.length }, (_, nth) => nth));
    expect(told.map(({ donorIds }) => donorIds.toSorted())).toEqual(written);
    expect(new Set(written.flat()).size).toBe(40);
    const { rows } = await pool.query(
      'select person_id from notification where subject_id = $1 group by person_id having count(*) > 1',
      [id],
    );
    expect(rows).toEqual([]);
  }
});

test('a wave and a match: either comes first, and no donor is alerted after the match', async () => {
  const center = somewhere();
  for (let nth = 0; nth < 30; nth++) await near(center, 1);
  const helper = await near(somewhere(), 1);
  for (let round = 0; round < 10; round++) {
    const request = await asked(center);
    clock.forward(WAVE_INTERVAL_MS);
    const [, taken] = await Promise.all([
      alerts.sendDueWaves(ctx),
      inTransaction(ctx, async (tx) => {
        const row = await takeRequest(tx.db, request.id, helper.id, clock.now());
        if (row) await announceChange(tx, row, helper.id);
        return row;
      }),
    ]);
    expect(taken?.status).toBe('matched');
    const { rows } = await pool.query<{ kind: string; alerted: number }>(
      `select kind, jsonb_array_length(payload->'alertedIds') as alerted from live_event
       where payload->>'requestId' = $1 order by number`,
      [request.id],
    );
    expect(rows.at(-1)?.kind).toBe('request_changed');
    expect(rows.at(-1)?.alerted).toBe((await alertedTo(request.id)).flat().length);
  }
});
