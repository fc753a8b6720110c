import {
  areaKeyAt,
  boundsOfArea,
  buildAreas,
  cellsInForce,
  countByCell,
  type CountedPerson,
  distanceToAreaKm,
} from '@openlarder/domain/emergency/request-areas.ts';
import { distanceM, type GeoBounds, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { calendarDay, DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { membersSeen } from '#server/features/accounts/profile/person-queries.ts';
import type { AreaName } from '@openlarder/domain/places/area-names.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import { placesToday } from '#server/features/places/daily-place.ts';
import { areaNames } from '#server/features/places/area-names.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import * as store from './areas.store.ts';

/** Eligible members joined at least this long ago, */
const MEMBER_FOR_MS = 30 * DAY_MS;
/** and used the app within this time. */
const SEEN_WITHIN_MS = 182 * DAY_MS;
const LABEL_REACH_KM = 2;

/**
 * Builds the partition of the current month (in `TIME_ZONE`), unless it exists. Builds that were made while the clock
 * was ahead are deleted; the predecessor is the last build before them, or the newest of them if there is no other.
 * Idempotent.
 */
export async function buildAreasOfMonth(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now();
  const month = calendarDay(now.getTime(), ctx.settings.timeZone).slice(0, '2026-11'.length);
  const builds = await store.selectBuilds(ctx.db);
  const last = builds.find(({ built_at }) => built_at <= now);
  const build = last && last.month >= month ? null : await buildOf(ctx, month, last ?? builds[0]);
  await inTransaction(ctx, async (tx) => {
    await store.deleteBuildsAfter(tx.db, now);
    if (build) await store.insertBuild(tx.db, build);
  });
}

async function buildOf(ctx: AppContext, month: string, last: store.BuildRow | undefined) {
  const now = ctx.clock.now();
  const people = await countedPeople(ctx, now);
  const cells = buildAreas(people);
  const before = last ? { cells: last.cells, inForce: Object.keys(last.in_force) } : null;
  const inForce = cellsInForce(cells, before);
  return {
    month,
    cells,
    in_force: JSON.stringify(labelsOf(await areaNames(ctx), inForce, people)),
    people: JSON.stringify(countByCell(people)),
    built_at: now,
  };
}

/**
 * Eligible members with a place, at its public point: open accounts that are not paused, at least `member` in trust, a
 * month old and used within half a year.
 */
async function countedPeople(ctx: AppContext, now: Date): Promise<CountedPerson[]> {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const ids = await membersSeen(ctx, {
    joinedBefore: before(MEMBER_FOR_MS),
    seenAfter: before(SEEN_WITHIN_MS),
  });
  const [trust, points] = await Promise.all([trustOf(ctx, ids), placesToday(ctx, ids)]);
  return [...points].flatMap(([id, point]) => {
    const level = trust.get(id) ?? 'new';
    return level === 'new' ? [] : [{ point, isKnown: level === 'known' }];
  });
}

/** The label of each area: the name in it, or else not far from it, that is nearest to the middle of its people; null without one. */
function labelsOf(
  names: readonly AreaName[],
  inForce: readonly string[],
  people: readonly CountedPerson[],
): Record<string, string | null> {
  const cells = new Set(inForce);
  const pointsByKey = Map.groupBy(
    people.map(({ point }) => point),
    (point) => areaKeyAt(point, cells),
  );
  return Object.fromEntries(
    inForce.map((key) => {
      const points = pointsByKey.get(key) ?? [];
      return [key, points.length === 0 ? null : nameNear(names, meanOf(points), boundsOfArea(key, cells))];
    }),
  );
}

function nameNear(names: readonly AreaName[], middle: GeoPoint, bounds: readonly GeoBounds[]): string | null {
  const [nearest] = names
    .filter((name) => distanceToAreaKm(name, bounds) <= LABEL_REACH_KM)
    .map((name) => ({
      name: name.name,
      isIn: distanceToAreaKm(name, bounds) === 0,
      meters: distanceM(middle, name),
    }))
    .toSorted((a, b) => Number(b.isIn) - Number(a.isIn) || a.meters - b.meters);
  return nearest?.name ?? null;
}

/** The points are of one cell, which the antimeridian does not cross. */
function meanOf(points: readonly GeoPoint[]): GeoPoint {
  const mean = (of: (point: GeoPoint) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
}
