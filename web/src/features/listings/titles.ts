import { titleReader, type TitleWords } from '@openlarder/domain/listings/title-words.ts';

/** A title may be in any language that is there. */
const words = import.meta.glob<TitleWords>('../../../../locales/*.vocabulary.json', {
  eager: true,
  import: 'titles',
});

export const { pictureOf, categoryOfTitle, amountOfTitle } = titleReader(Object.values(words));
