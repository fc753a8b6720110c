import { titleReader, type TitleWords } from '@openlarder/domain/listings/title-words.ts';
import { fromLanguageFile } from '#server/platform/texts/languages.ts';

const titleWordsOf = fromLanguageFile('.vocabulary.json', (content) => {
  const { titles }: { titles: TitleWords } = JSON.parse(content);
  return titles;
});

/** The demo's food is in English. */
export const { pictureOf } = titleReader([titleWordsOf('en')]);
