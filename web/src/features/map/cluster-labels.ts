import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import type { MapCluster, MapItem } from '@openlarder/domain/map/map-contract.ts';
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

/** The place of a cluster's first item; empty if it has none. */
export const clusterAreaLabel = ({ items }: Pick<MapCluster, 'items'>): string =>
  items[0]?.pickupLocation ?? '';

/** A cluster's full label, for lists and screen readers: "3 items, Food Available, Today, Chelsea". */
export function clusterLabel(cluster: Pick<MapCluster, 'count' | 'type' | 'urgencyLevel' | 'items'>): string {
  const contents = clusterContentsLabel(cluster);
  const urgency = urgencyLabel(cluster.urgencyLevel);
  const area = clusterAreaLabel(cluster);
  return area ? t`${contents}, ${urgency}, ${area}` : t`${contents}, ${urgency}`;
}

/** How many titles represent a cluster in a list. */
const TITLES_SHOWN = 2;

/** The title of an item. The server's default title is translated. */
export const itemTitle = ({ title }: Pick<MapItem, 'title'>): string =>
  title === '' || title === 'Food needed' ? t`Food needed` : title;

/** "Rye bread", "Rye bread and Soup", "Rye bread, Soup, and 3 more"; repeated titles count as more. */
export function clusterTitlesLabel({ count, items }: Pick<MapCluster, 'count' | 'items'>): string {
  const titles = [...new Set(items.map(itemTitle))].slice(0, TITLES_SHOWN);
  const more = count - titles.length;
  return formatList(more > 0 ? [...titles, plural(more, { one: '# more', other: '# more' })] : titles);
}

/** "For 1 person", "For 4 people". */
export const householdLabel = (people: number): string =>
  plural(people, { one: 'For # person', other: 'For # people' });
