import { textTable } from './text-table.ts';

/** Titles of requests that the form offers. A request is sent with the English one; each reader has it in their language. */
export const tileTitleTexts = textTable('tile-title', {
  meal: 'A warm meal',
  bread: 'Bread and basics',
  produce: 'Fruit and vegetables',
  baby: 'Food for a baby',
  dairy: 'Milk and eggs',
  anything: 'Something to eat',
  loaves: 'Bread',
  staples: 'Pantry staples',
});

export type TileTitle = keyof typeof tileTitleTexts.messages;

const isTileTitle = (name: string): name is TileTitle => Object.hasOwn(tileTitleTexts.messages, name);
export const TILE_TITLES: readonly TileTitle[] = Object.keys(tileTitleTexts.messages).filter(isTileTitle);

/** The offered title that this is; null for one in a person's own words. */
export const tileTitleOf = (title: string): TileTitle | null =>
  TILE_TITLES.find((name) => tileTitleTexts.messages[name] === title) ?? null;
