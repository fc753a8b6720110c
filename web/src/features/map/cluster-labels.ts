import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { distanceKm, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { isUnstated, lacksAllergens } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import type { MapArea, MapCluster, MapItem } from '@openlarder/domain/map/map-contract.ts';
import { shortTitle } from './markers/pin-labels.ts';
import { urgencyLabel } from '#web/features/listings/listing-labels.ts';
import { formatShortWalk, formatWalks } from '#web/lib/distances.ts';
import { formatList } from '#web/lib/format.ts';
import { shownTitle } from '#web/lib/tile-title.ts';

const TYPE_NAMES: Readonly<Record<MapCluster['type'], MessageDescriptor>> = {
  food_available: msg`Food Available`,
  food_needed: msg`Food Needed`,
  mixed: msg`Mixed`,
};

const isFood = ({ category }: MapItem): boolean => category !== null;

/** What a cluster contains, as in the legend. */
export const clusterTypeLabel = (type: MapCluster['type']): string => i18n._(TYPE_NAMES[type]);

const requestCount = (count: number): string => plural(count, { one: '# request', other: '# requests' });

const itemCount = (count: number): string => plural(count, { one: '# item', other: '# items' });

/** "3 items, Food Available", "3 requests, Food Needed". */
export function clusterContentsLabel({ count, type }: Pick<MapCluster, 'count' | 'type'>): string {
  const items = type === 'food_needed' ? requestCount(count) : itemCount(count);
  const typeName = clusterTypeLabel(type);
  return t`${items}, ${typeName}`;
}

/** How many items of a cluster it does not list; requests are counted by area, whether they are listed or not. */
export function unlistedCount({
  count,
  items,
  areas,
}: Pick<MapCluster, 'count' | 'items' | 'areas'>): number {
  const food = items.filter(isFood).length;
  const requests = areas.reduce((sum, area) => sum + area.count, 0);
  return count - food - Math.max(requests, items.length - food);
}

/** The place of all that a cluster contains; empty if it is at several. More than is listed has no address, only an area. */
export function clusterAreaLabel(cluster: Pick<MapCluster, 'count' | 'items' | 'areas'>): string {
  const { items, areas } = cluster;
  const places = new Set([...items.map((item) => item.pickupLocation), ...areas.map(({ label }) => label)]);
  const [place = ''] = places;
  const isOne = places.size === 1 && (unlistedCount(cluster) === 0 || !items[0]?.placeIsPublic);
  return isOne ? place : '';
}

/** Where an item is, as exactly as others may know it: "around Chelsea", or the address of a business. */
export const itemPlaceLabel = ({
  pickupLocation,
  placeIsPublic,
}: Pick<MapItem, 'pickupLocation' | 'placeIsPublic'>): string =>
  placeIsPublic || !pickupLocation ? pickupLocation : t`around ${pickupLocation}`;

/** The place of all that a cluster contains, as exactly as others may know it; empty if it is at several. */
export const clusterPlaceLabel = (cluster: Pick<MapCluster, 'count' | 'items' | 'areas'>): string =>
  itemPlaceLabel({
    pickupLocation: clusterAreaLabel(cluster),
    placeIsPublic: cluster.items[0]?.placeIsPublic ?? false,
  });

/** "3 requests around Chelsea". */
export function mapAreaLabel({ label, count }: Pick<MapArea, 'label' | 'count'>): string {
  const requests = requestCount(count);
  return t`${requests} around ${label}`;
}

/** The label of a marker of requests: "3 requests around Chelsea"; with two areas, both names. */
function requestsLabel({ count, areas }: Pick<MapCluster, 'count' | 'areas'>): string {
  const labels = [...new Set(areas.map(({ label }) => label))];
  return labels.length > 0 ? mapAreaLabel({ label: namesLabel(labels), count }) : requestCount(count);
}

/**
 * A cluster's full label, for lists and screen readers: "3 items, Food Available, Today, around Chelsea"; it begins
 * with what stands on the map, "3 requests around Chelsea, Food Needed, Today".
 */
export function clusterLabel(cluster: Omit<MapCluster, 'id' | keyof GeoPoint>): string {
  if (cluster.type === 'food_needed' && cluster.areas.length > 0) {
    const [requests, typeName] = [requestsLabel(cluster), clusterTypeLabel(cluster.type)];
    const level = urgencyLabel(cluster.urgencyLevel);
    return t`${requests}, ${typeName}, ${level}`;
  }
  const contents = clusterContentsLabel(cluster);
  const urgency = urgencyLabel(cluster.urgencyLevel);
  const area = clusterPlaceLabel(cluster);
  return area ? t`${contents}, ${urgency}, ${area}` : t`${contents}, ${urgency}`;
}

/** How far food is from a person; null where either has no place. */
export const itemDistanceKm = (
  { latitude, longitude }: Pick<MapItem, 'latitude' | 'longitude'>,
  here: GeoPoint | null,
): number | null =>
  here === null || latitude === null || longitude === null ? null : distanceKm(here, { latitude, longitude });

/** The ways to a cluster's food, "2–10 min walk"; null without food or the person's place. */
export function clusterWalkLabel({ items }: Pick<MapCluster, 'items'>, here: GeoPoint | null): string | null {
  const ways = items
    .flatMap((item) => {
      const km = itemDistanceKm(item, here);
      return km === null ? [] : [{ distanceKm: km, isExact: item.placeIsPublic }];
    })
    .toSorted((a, b) => a.distanceKm - b.distanceKm);
  const [nearest, ...others] = ways;
  return nearest ? formatWalks([nearest, ...others]) : null;
}

/** Whether it is known to be free of these. */
const isSafe = (item: MapItem, avoids: readonly Allergen[]): boolean =>
  !isUnstated(item, avoids) && lacksAllergens(item, avoids);

/** A cluster's food, first what is known to be free of what the person avoids. */
export function clusterFood({ items }: Pick<MapCluster, 'items'>, avoids: readonly Allergen[]): MapItem[] {
  const food = items.filter(isFood);
  return [...food.filter((item) => isSafe(item, avoids)), ...food.filter((item) => !isSafe(item, avoids))];
}

/**
 * What a pin says: a dish and the way to it, "Soup · 8 min", or "3 requests". A dish is one that the person can eat; where
 * there is none, it says nothing.
 */
export function pinLabel(
  cluster: MapCluster,
  here: GeoPoint | null,
  avoids: readonly Allergen[] = [],
): string {
  const { type, count } = cluster;
  const [first] = clusterFood(cluster, avoids);
  if (type === 'food_needed' || !first) return requestCount(count);
  if (!isSafe(first, avoids)) return '';
  const dish = shortTitle(first.title);
  const km = itemDistanceKm(first, here);
  return km === null ? dish : `${dish} · ${formatShortWalk(km, first.placeIsPublic)}`;
}

/** The heading of a cluster's items: "4 items", "5 items, Mixed", "3 requests around Chelsea". */
export function clusterHeading(cluster: Pick<MapCluster, 'type' | 'count' | 'areas'>): string {
  if (cluster.type === 'food_needed') return requestsLabel(cluster);
  return cluster.type === 'mixed' ? clusterContentsLabel(cluster) : itemCount(cluster.count);
}

/** How many names represent a cluster. */
export const NAMES_SHOWN = 2;

/** "Rye bread and Soup", "Rye bread, Soup, and 3 more"; `all` counts what has no name, too. */
function namesLabel(names: readonly string[], all = names.length): string {
  const shown = names.slice(0, NAMES_SHOWN);
  const more = all - shown.length;
  return formatList(more > 0 ? [...shown, plural(more, { one: '# more', other: '# more' })] : shown);
}

export const itemTitle = ({ title }: Pick<MapItem, 'title'>): string => shownTitle(title) || t`Food needed`;

/**
 * "Rye bread, sliced", "Rye bread and Soup", "Rye bread, Soup, and 3 more": of several, the beginning of each, as on a pin,
 * and its dish first; repeated titles count as more. Of requests alone, as on their marker: "3 requests around Chelsea".
 */
export function clusterTitlesLabel(
  cluster: Pick<MapCluster, 'type' | 'count' | 'items' | 'areas'>,
  avoids: readonly Allergen[],
): string {
  const { type, count, items, areas } = cluster;
  if (type === 'food_needed' && areas.length > 0) return requestsLabel(cluster);
  const inOrder = [...clusterFood(cluster, avoids), ...items.filter((item) => !isFood(item))];
  const titles = inOrder.length > 0 ? inOrder.map(itemTitle) : [t`Food needed`];
  return namesLabel([...new Set(titles.length > 1 ? titles.map(shortTitle) : titles)], count);
}
