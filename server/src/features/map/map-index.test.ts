import { beforeEach, describe, expect, test } from 'vitest';
import { REQUEST_CHANGED } from '#server/features/emergency/emergency.events.ts';
import { cancelRequest } from '#server/features/emergency/requests/request-actions.ts';
import { requestsOnMap } from '#server/features/emergency/requests/request-queries.ts';
import { withdrawListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { LISTING_CHANGED } from '#server/features/listings/listings.events.ts';
import type { ListingOnMap, MapPage } from '#server/features/listings/map-source.ts';
import * as mapSource from '#server/features/listings/map-source.ts';
import type { LogRow } from '#server/platform/events/event-log-queries.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import type { IndexedItems } from './indexed-items.ts';
import { makeMapIndex, type MapSource } from './map-index.internal.ts';

const fixture = await emergencyFixture();
const { ctx } = fixture;
const donor = await fixture.person();

const rowOf = (kind: string, payload: unknown): LogRow => ({
  id: 'row',
  kind,
  payload,
  topics: [],
  people: [],
  writer: null,
});

/** A map index whose reads can be counted, delayed and made to fail. */
function openIndex() {
  const readings: MapPage[] = [];
  const warnings: unknown[] = [];
  const held = { until: Promise.resolve(), faults: [] as Error[] };
  async function listingsOnMap(page: MapPage): Promise<ListingOnMap[]> {
    readings.push(page);
    const fault = held.faults.shift();
    if (fault) throw fault;
    const found = await mapSource.listingsOnMap(ctx, page);
    await held.until;
    return found;
  }
  const index = makeMapIndex({
    sources: [
      {
        readItems: listingsOnMap,
        idOf({ payload }) {
          if (typeof payload !== 'string') throw new Error('an event that says nothing');
          return payload;
        },
      },
    ],
    warn: (error) => warnings.push(error),
  });
  /** Passes an event to the index, as the event log reader does. */
  async function tell(payload: unknown): Promise<void> {
    const note = await index.prepare(rowOf(LISTING_CHANGED, payload));
    note();
  }
  async function share(): Promise<string> {
    const { id } = await fixture.listing(donor);
    await tell(id);
    return id;
  }
  async function withdraw(id: string): Promise<void> {
    await withdrawListing(ctx, donor, id);
    await tell(id);
  }
  return { index, readings, warnings, held, tell, share, withdraw };
}

const holds = (items: IndexedItems, ids: readonly string[]): boolean[] =>
  ids.map((id) => items.item(id) !== undefined);
const away = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** Runs pending microtasks and timers. */
const aMoment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

beforeEach(async () => {
  await fixture.pool.query('delete from food_listing');
  await fixture.pool.query('delete from emergency_request');
});

describe('the map index', () => {
  test('reads nothing without a query, and all changes in one statement at the next query', async () => {
    const { index, readings, share, withdraw } = openIndex();
    const before = await share();
    expect(readings).toEqual([]);
    expect(holds(await index.current(), [before])).toEqual([true]);
    readings.length = 0;
    const ids = [await share(), await share(), await share()];
    await withdraw(before);
    await withdraw(ids[0] ?? '');
    expect(readings).toEqual([]);
    const items = await index.current();
    expect(holds(items, [before, ...ids])).toEqual([false, false, true, true]);
    expect(items.index.size).toBe(2);
    await index.current();
    expect(readings).toHaveLength(1);
  });

  test('is read once for parallel queries', async () => {
    const { index, readings, share } = openIndex();
    const first = await Promise.all(Array.from({ length: 20 }, () => index.current()));
    expect(new Set(first).size).toBe(1);
    expect(readings).toHaveLength(1);
    const id = await share();
    const again = await Promise.all(Array.from({ length: 20 }, () => index.current()));
    expect(again.every((items) => items.item(id))).toBe(true);
    expect(readings).toHaveLength(2);
  });

  test.each(['made', 'brought up to date'])(
    'has events that arrive while it is %s in all later queries',
    async (how) => {
      const { index, readings, held, share, withdraw } = openIndex();
      const early = await share();
      if (how !== 'made') await index.current();
      const other = await share();
      readings.length = 0;
      const gate = Promise.withResolvers<void>();
      held.until = gate.promise;
      const asked = index.current();
      const alike = index.current();
      // both were read before they changed
      await withdraw(early);
      const late = await share();
      const behind = [index.current(), index.current()];
      await aMoment();
      gate.resolve();
      await Promise.all([asked, alike]);
      for (const items of await Promise.all(behind))
        expect(holds(items, [early, other, late])).toEqual([false, true, true]);
      expect(readings).toHaveLength(2);
    },
  );

  test('is rebuilt after a failed read, also while another read is running', async () => {
    const { index, readings, warnings, held, share, withdraw } = openIndex();
    const [gone, stays] = [await share(), await share()];
    await index.current();
    await withdraw(gone);
    const fault = new Error('a row nobody can read');
    held.faults.push(fault);
    expect(holds(await index.current(), [gone, stays])).toEqual([false, true]);
    expect(warnings).toEqual([fault]);
    expect(readings.at(-1)).toMatchObject({ after: null });

    await withdraw(stays);
    held.faults.push(fault, fault);
    const failing = expect(index.current()).rejects.toBe(fault);
    const late = await share();
    await failing;
    expect(holds(await index.current(), [gone, stays, late])).toEqual([false, false, true]);
  });

  test('survives a database outage and then reads only the changes', async () => {
    const { index, readings, warnings, held, share, withdraw } = openIndex();
    const id = await share();
    await index.current();
    await withdraw(id);
    held.faults.push(away());
    const asked = expect(index.current()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const late = await share();
    await asked;
    readings.length = 0;
    expect(holds(await index.current(), [id, late])).toEqual([false, true]);
    expect(readings.map((page) => 'ids' in page && page.ids.toSorted())).toEqual([[id, late].toSorted()]);
    expect(warnings).toEqual([]);
  });

  test('is rebuilt after missed events, invalid events or too many changes', async () => {
    const { index, readings, warnings, held, share, tell } = openIndex();
    const id = await share();
    await index.current();
    const ways = [
      async () => index.missed(),
      async () => tell(null),
      async () => {
        for (let nth = 0; nth <= 10_000; nth++) await tell(`listing-${nth}`);
      },
    ];
    for (const lose of ways) {
      readings.length = 0;
      await lose();
      await withdrawListing(ctx, donor, id).catch(() => {});
      expect(holds(await index.current(), [id])).toEqual([false]);
      expect(readings).toEqual([{ after: null, limit: expect.any(Number) }]);
    }
    expect(warnings).toHaveLength(1);

    const gate = Promise.withResolvers<void>();
    held.until = gate.promise;
    index.missed();
    const asked = index.current();
    await aMoment();
    const unheard = await fixture.listing(donor);
    index.missed();
    const behind = index.current();
    gate.resolve();
    await asked;
    expect(holds(await behind, [unheard.id])).toEqual([true]);
  });

  test('updates listings and requests by their own events and keeps both if one cannot be read', async () => {
    const read: string[] = [];
    const faults: Error[] = [];
    const sourceOf = (kind: string, readItems: MapSource['readItems']): MapSource => ({
      async readItems(page) {
        read.push(kind);
        const fault = kind === REQUEST_CHANGED ? faults.shift() : undefined;
        if (fault) throw fault;
        return readItems(page);
      },
      idOf: (event) => (event.kind === kind ? String(event.payload) : null),
    });
    const index = makeMapIndex({
      sources: [
        sourceOf(LISTING_CHANGED, (page) => mapSource.listingsOnMap(ctx, page)),
        sourceOf(REQUEST_CHANGED, (page) => requestsOnMap(ctx, page)),
      ],
      warn: () => {},
    });
    const tell = async (kind: string, payload: string): Promise<void> =>
      (await index.prepare(rowOf(kind, payload)))();
    const [requester, soup] = [await fixture.person(), await fixture.listing(donor)];
    const asked = await fixture.ask(requester);
    expect(holds(await index.current(), [soup.id, asked.id])).toEqual([true, true]);
    read.length = 0;

    await cancelRequest(ctx, requester, asked.id);
    await tell(REQUEST_CHANGED, asked.id);
    expect(holds(await index.current(), [soup.id, asked.id])).toEqual([true, false]);
    expect(read).toEqual([REQUEST_CHANGED]);

    const again = await fixture.ask(requester);
    await withdrawListing(ctx, donor, soup.id);
    await tell(REQUEST_CHANGED, again.id);
    await tell(LISTING_CHANGED, soup.id);
    faults.push(away());
    await expect(index.current()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(holds(await index.current(), [soup.id, asked.id, again.id])).toEqual([false, false, true]);
    index.missed();
    expect((await index.current()).index.size).toBe(1);
  });

  test('is read at the start without a query, also after failed reads', async () => {
    const { index, warnings, held } = openIndex();
    const fault = away();
    held.faults.push(fault, fault);
    const { id } = await fixture.listing(donor);
    index.start();
    await expect.poll(() => index.isRead()).toBe(true);
    expect(warnings).toEqual([fault, fault]);
    expect(holds(await index.current(), [id])).toEqual([true]);
  });

  test('stops with the app during a read, without a log entry', async () => {
    const { index, readings, warnings, held } = openIndex();
    const gate = Promise.withResolvers<void>();
    held.until = gate.promise;
    await fixture.listing(donor);
    index.start();
    const stopped = index.stop();
    index.missed();
    const asked = expect(index.current()).rejects.toThrow('ending');
    gate.resolve();
    await stopped;
    await asked;
    expect(readings).toHaveLength(1);
    expect(warnings).toEqual([]);
  });
});
