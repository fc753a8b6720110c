import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapArea, MapCluster, MapItem } from '@openlarder/domain/map/map-contract.ts';
import { urgencyLabel } from '#web/features/listings/listing-labels.ts';
import { formatList } from '#web/lib/format.ts';

const TYPE_NAMES: Readonly<Record<MapCluster['type'], MessageDescriptor>> = {
  food_available: msg`Food Available`,
  food_needed: msg`Food Needed`,
  mixed: msg`Mixed`,
};

/** What a cluster contains, as in the legend. */
export const clusterTypeLabel = (type: MapCluster['type']): string => i18n._(TYPE_NAMES[type]);

/** "3 items, Food Available". */
export function clusterContentsLabel({ count, type }: Pick<MapCluster, 'count' | 'type'>): string {
  const items = plural(count, { one: '# item', other: '# items' });
  const typeName = clusterTypeLabel(type);
  return t`${items}, ${typeName}`;
}

/** The place of a cluster's first item, or of its requests; empty if it has none. */
export const clusterAreaLabel = ({ items, areas }: Pick<MapCluster, 'items' | 'areas'>): string =>
  items[0]?.pickupLocation ?? areas[0]?.label ?? '';

/** Where an item is, as exactly as others may know it: "around Chelsea", or the address of a business. */
export const itemPlaceLabel = ({
  pickupLocation,
  placeIsPublic,
}: Pick<MapItem, 'pickupLocation' | 'placeIsPublic'>): string =>
  placeIsPublic || !pickupLocation ? pickupLocation : t`around ${pickupLocation}`;

/** The place of a cluster's first item, or of its requests, as exactly as others may know it. */
const clusterPlaceLabel = ({ items: [first], areas: [area] }: Pick<MapCluster, 'items' | 'areas'>): string =>
  itemPlaceLabel(first ?? { pickupLocation: area?.label ?? '', placeIsPublic: false });

/** "3 requests around Chelsea". */
export function mapAreaLabel({ label, count }: Pick<MapArea, 'label' | 'count'>): string {
  const requests = plural(count, { one: '# request', other: '# requests' });
  return t`${requests} around ${label}`;
}

/** A cluster's full label, for lists and screen readers: "3 items, Food Available, Today, around Chelsea". */
export function clusterLabel(cluster: Omit<MapCluster, 'id' | keyof GeoPoint>): string {
  const contents = clusterContentsLabel(cluster);
  const urgency = urgencyLabel(cluster.urgencyLevel);
  const area = clusterPlaceLabel(cluster);
  return area ? t`${contents}, ${urgency}, ${area}` : t`${contents}, ${urgency}`;
}

/** How many titles represent a cluster in a list. */
const TITLES_SHOWN = 2;

/** The title of an item. */
export const itemTitle = ({ title }: Pick<MapItem, 'title'>): string => title || t`Food needed`;

/** "Rye bread", "Rye bread and Soup", "Rye bread, Soup, and 3 more"; repeated titles count as more. */
export function clusterTitlesLabel({ count, items }: Pick<MapCluster, 'count' | 'items'>): string {
  const titles = [...new Set(items.length > 0 ? items.map(itemTitle) : [t`Food needed`])].slice(
    0,
    TITLES_SHOWN,
  );
  const more = count - titles.length;
  return formatList(more > 0 ? [...titles, plural(more, { one: '# more', other: '# more' })] : titles);
}

/** "For 1 person", "For 4 people". */
export const householdLabel = (people: number): string =>
  plural(people, { one: 'For # person', other: 'For # people' });
