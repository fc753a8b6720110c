import { t } from '@lingui/core/macro';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import type { RequestFields } from './request-fields.ts';

export type RequestTile = {
  readonly name: 'meal' | 'bread' | 'produce' | 'baby' | 'dairy' | 'anything';
  /** Short, on the tile. */
  readonly label: () => string;
  /** The title of the request, as neighbors read it. */
  readonly title: () => string;
  /** What the request would like; empty for any food. */
  readonly categories: readonly Category[];
  /** What its picture shows, and the category of that food. */
  readonly picture: { readonly title: string; readonly category: Category };
};

/** What would help most, in the order that they are offered. Each stands for a title and categories of a request. */
export const REQUEST_TILES: readonly RequestTile[] = [
  {
    name: 'meal',
    label: () => t`A warm meal`,
    title: () => t`A warm meal`,
    categories: ['prepared_meals'],
    picture: { title: '', category: 'prepared_meals' },
  },
  {
    name: 'bread',
    label: () => t`Bread & basics`,
    title: () => t`Bread and basics`,
    categories: ['bakery_items', 'pantry_staples'],
    picture: { title: '', category: 'bakery_items' },
  },
  {
    name: 'produce',
    label: () => t`Fruit & veg`,
    title: () => t`Fruit and vegetables`,
    categories: ['fruits_vegetables'],
    picture: { title: '', category: 'fruits_vegetables' },
  },
  {
    name: 'baby',
    label: () => t`For a baby`,
    title: () => t`Food for a baby`,
    categories: [],
    picture: { title: 'baby food', category: 'other' },
  },
  {
    name: 'dairy',
    label: () => t`Milk & eggs`,
    title: () => t`Milk and eggs`,
    categories: ['dairy_eggs'],
    picture: { title: '', category: 'dairy_eggs' },
  },
  {
    name: 'anything',
    label: () => t`Anything helps`,
    title: () => t`Something to eat`,
    categories: [],
    picture: { title: '', category: 'other' },
  },
];

/** The tile that the title says, null if it is in the person's own words. */
export const tileOf = ({ title }: Pick<RequestFields, 'title'>): RequestTile | null =>
  REQUEST_TILES.find((tile) => tile.title() === title.trim()) ?? null;

/** What would help besides what the title says: nothing where both are a tile's. */
export function wishesBeside({
  title,
  preferredCategories: wishes,
}: Pick<RequestFields, 'title' | 'preferredCategories'>): readonly Category[] {
  const said = tileOf({ title })?.categories ?? [];
  return said.length === wishes.length && said.every((category) => wishes.includes(category)) ? [] : wishes;
}
