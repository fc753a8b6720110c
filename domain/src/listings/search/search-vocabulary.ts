import type { Diet } from '../../kernel/food-tags.ts';
import type { Category } from '../listing-fields.ts';

/**
 * The words by which food is searched for: the part `search` of the vocabulary of a language, folded as in the index.
 * Plurals are listed, since not every word is stemmed.
 */
export type SearchVocabulary = {
  /** Words that find all food of a category. */
  readonly categories: Readonly<Record<Category, readonly string[]>>;
  /** Words that find food marked with a diet. */
  readonly diets: Readonly<Record<Diet, readonly string[]>>;
  /** Words that describe any food, ignored next to others. */
  readonly ofAnyFood: readonly string[];
  /** Synonyms and spellings that neither stemming nor one edit covers. */
  readonly alike: readonly (readonly string[])[];
};
