import { t } from '@lingui/core/macro';
import {
  TILE_TITLES,
  type TileTitle,
  tileTitleOf,
  tileTitleTexts,
} from '@openlarder/domain/kernel/tile-title-texts.ts';

/** An offered title in the reader's language. */
export function wordTileTitle(name: TileTitle): string {
  const titles: Readonly<Record<TileTitle, () => string>> = {
    meal: () => t`A warm meal`,
    bread: () => t`Bread and basics`,
    produce: () => t`Fruit and vegetables`,
    baby: () => t`Food for a baby`,
    dairy: () => t`Milk and eggs`,
    anything: () => t`Something to eat`,
    loaves: () => t`Bread`,
    staples: () => t`Pantry staples`,
  };
  return titles[name]();
}

/** A title as the reader has it: an offered one in their language, all others in the words of who wrote them. */
export function shownTitle(title: string): string {
  const name = tileTitleOf(title);
  return name === null ? title : wordTileTitle(name);
}

/** A title as it is sent: an offered one in English, whatever the reader's language. */
export function sentTitle(title: string): string {
  const name = TILE_TITLES.find((one) => wordTileTitle(one) === title);
  return name === undefined ? title : tileTitleTexts.messages[name];
}
