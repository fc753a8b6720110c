import { type GeoPoint, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import * as alerts from '#server/features/emergency/alerts/alerts.ts';
import { insertRequest, type RequestRow } from '#server/features/emergency/requests/requests.store.ts';
import {
  announceChange,
  REQUEST_ALERTED,
  type RequestAlerted,
} from '#server/features/emergency/emergency.events.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import * as places from '#server/features/places/places.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { areaAround } from './factories/areas.ts';
import type { TestPerson } from './factories/people.ts';
import type { TestApp } from './test-app.ts';

/** Alerts on an app's database: donors at known distances, and requests in their first round. */
export function alertFixture(app: TestApp) {
  const { ctx, pool, clock, newId, createPerson } = app;
  let latitude = 10.0173;

  /** A point without people of other tests nearby. */
  const somewhere = (): GeoPoint => ({ latitude: (latitude += 2), longitude: 20.0291 });

  /** A donor whose public point is this far from the center: a business, which is shown at its exact location. */
  async function near(
    center: GeoPoint,
    km: number,
    person: Parameters<typeof createPerson>[0] = {},
  ): Promise<TestPerson> {
    const planted = await createPerson({ userType: 'donor', ...person });
    const point = pointAt(center, km * 1000, 1);
    const place = { address: '1 Station Road', point };
    await inTransaction(ctx, (tx) => places.setBusinessPlace(tx, planted.id, place, true));
    return planted;
  }

  /** A request whose area is the center alone, whose first wave has been sent. */
  async function asked(
    center: GeoPoint,
    { radiusKm = 10, by }: { readonly radiusKm?: number; readonly by?: TestPerson } = {},
  ): Promise<RequestRow> {
    const requester = by ?? (await createPerson({ firstName: 'Rita' }));
    return inTransaction(ctx, async (tx) => {
      const row = await insertRequest(tx.db, {
        id: newId(),
        requester_id: requester.id,
        title: 'Dinner for four',
        description: '',
        urgency_level: 'emergency',
        household_size: 4,
        special_needs: '',
        dietary_restrictions: [],
        preferred_categories: [],
        radius_km: radiusKm,
        area: JSON.stringify(areaAround(center, 'Old Town')),
        meeting_point: '',
        next_wave_at: null,
        created_at: clock.now(),
        expires_at: new Date(clock.at + 24 * HOUR_MS),
        ended_at: null,
      });
      if (!row) throw new Error('she has asked already');
      await alerts.startRound(tx, row, []);
      await announceChange(tx, row, null);
      return row;
    });
  }

  /** The donors alerted, by round and wave, each as a sorted list of ids. */
  async function alertedTo(requestId: string): Promise<string[][]> {
    const { rows } = await pool.query<{ ids: string[] }>(
      `select array_agg(donor_id::text order by donor_id) as ids from emergency_alert
       where request_id = $1 group by round, wave order by round, wave`,
      [requestId],
    );
    return rows.map(({ ids }) => ids);
  }

  /** The events of its waves, in order. */
  async function wavesOf(requestId: string): Promise<RequestAlerted[]> {
    const { rows } = await pool.query<{ payload: RequestAlerted }>(
      `select payload from live_event where kind = $1 and payload->>'requestId' = $2 order by number`,
      [REQUEST_ALERTED, requestId],
    );
    return rows.map(({ payload }) => payload);
  }

  /** A donor's notifications about a request. */
  async function toldOf(person: TestPerson, requestId: string) {
    const { notifications: listed } = await notifications.listNotifications(ctx, person.caller);
    return listed.filter(({ subject }) => subject.id === requestId);
  }

  return { ...app, somewhere, near, asked, alertedTo, wavesOf, toldOf };
}
