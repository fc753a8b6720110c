import { wordsOf } from '@openlarder/domain/kernel/search-words.ts';
import type { SearchVocabulary } from '@openlarder/domain/listings/search/search-vocabulary.ts';
import { fromLanguageFile } from '#server/platform/texts/languages.ts';

/** The words by which food is searched for in a language, folded as in the index. */
export const vocabularyOf = fromLanguageFile('.vocabulary.json', (content) => {
  const { search }: { search: SearchVocabulary } = JSON.parse(content, (_key, value: unknown) =>
    typeof value === 'string' ? wordsOf(value).join(' ') : value,
  );
  return search;
});
