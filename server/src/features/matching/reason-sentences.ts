import type { RecommendationReason } from '@openlarder/domain/matching/matching-contract.ts';
import { formatInstant } from '#server/platform/texts/format-instant.ts';
import type { Translate } from '#server/platform/texts/translate.ts';
import { foodTagTexts, matchReasonTexts } from './reason-texts.ts';

/** A reason as a sentence in the reader's language; times are by the community's clock. */
export function reasonSentence(reason: RecommendationReason, translate: Translate, timeZone: string): string {
  const { language } = translate;
  const listOf = (names: readonly string[]): string => new Intl.ListFormat(language).format(names);
  switch (reason.code) {
    case 'distance': {
      const inKm = { style: 'unit', unit: 'kilometer', maximumFractionDigits: 1 } as const;
      const distance = new Intl.NumberFormat(language, inKm).format(reason.distanceKm);
      return translate(matchReasonTexts, `distance.${reason.from}`, { distance });
    }
    case 'ends':
    case 'lasts':
      return translate(matchReasonTexts, reason.code, {
        end: formatInstant(new Date(reason.endsAt), language, timeZone),
      });
    case 'enough':
      return translate(matchReasonTexts, 'enough', { people: reason.people });
    case 'diets': {
      const diets = listOf(reason.diets.map((diet) => translate(foodTagTexts, `diet.${diet}`)));
      return translate(matchReasonTexts, 'diets', { diets });
    }
    case 'without': {
      const allergens = listOf(reason.allergens.map((one) => translate(foodTagTexts, `allergen.${one}`)));
      return translate(matchReasonTexts, 'without', { allergens });
    }
    case 'category':
      return translate(matchReasonTexts, 'category', {
        category: translate(foodTagTexts, `category.${reason.category}`),
      });
    default:
      return translate(matchReasonTexts, reason.code);
  }
}
