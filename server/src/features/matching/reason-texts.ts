import { textTable } from '@openlarder/domain/kernel/text-table.ts';
import type { RecommendationReason } from '@openlarder/domain/matching/matching-contract.ts';

type ReasonKey =
  | Exclude<RecommendationReason['code'], 'distance'>
  | `distance.${Extract<RecommendationReason, { code: 'distance' }>['from']}`;

/** Why food suits the reader. The browser has the same sentences, with times that stay current. */
export const matchReasonTexts = textTable('match-reason', {
  'distance.saved_place': '{distance} from your saved place',
  'distance.asked_place': "{distance} from where you're looking",
  ends: 'Ends {end}',
  lasts: 'You have until {end}',
  enough:
    '{people, plural, one {Enough for you} =2 {Enough for both of you} other {Enough for all # of you}}',
  diets: 'As you like it: {diets}',
  without: 'Listed without {allergens}',
  category: "You've picked this up before: {category}",
  your_turn: "It's your turn for something good",
} satisfies Record<ReasonKey, string>);
