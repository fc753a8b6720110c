import type { Diet } from '../../kernel/food-tags.ts';
import type { Category } from '../listing-fields.ts';

/** The part `search` of a language's vocabulary, folded as in the index. Plurals are listed. */
export type SearchVocabulary = {
  readonly categories: Readonly<Record<Category, readonly string[]>>;
  readonly diets: Readonly<Record<Diet, readonly string[]>>;
  /** Words that describe any food, ignored next to others. */
  readonly ofAnyFood: readonly string[];
  /** Synonyms and spellings that neither stemming nor one edit covers. */
  readonly alike: readonly (readonly string[])[];
};
