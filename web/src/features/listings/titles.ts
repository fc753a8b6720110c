import type { Thing } from '@openlarder/domain/listings/listing-fields.ts';
import { titleReader, type TitleWords } from '@openlarder/domain/listings/title-words.ts';
import { formatServings } from '#web/lib/format.ts';

/** A title may be in any language that is there. */
const words = import.meta.glob<TitleWords>('../../../../locales/*.vocabulary.json', {
  eager: true,
  import: 'titles',
});

export const { pictureOf, categoryOfTitle, amountOfTitle } = titleReader(Object.values(words));

/** The amount for a line that names the food, too; null where its title says it ("30 rolls"). */
export function amountBeside(title: string, servings: number, countedAs: Thing | null): string | null {
  const said = amountOfTitle(title);
  const isSaid = said?.estimatedServings === servings && said.countedAs === countedAs;
  return isSaid ? null : formatServings(servings, countedAs);
}
