import { plural, t } from '@lingui/core/macro';
import type { OfferableFood } from '@openlarder/domain/emergency/offerable-food.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { formatList, formatPickupWindow } from '#web/lib/format.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';

type Props = {
  /** Best first. */
  readonly offerable: readonly OfferableFood<Listing>[];
  readonly chosenId: string | null;
  readonly nowMs: number;
  readonly onChoose: (id: string) => void;
};

/** The donor's own food for a request, with what speaks against each. */
export function OwnFoodChoice({ offerable, chosenId, nowMs, onChoose }: Props) {
  return (
    <RadioGroup
      name="offer"
      label={t`From your food`}
      value={chosenId ?? ''}
      onChange={(event) => onChoose(event.target.value)}
      options={offerable.map((offer) => ({
        value: offer.food.id,
        label: <bdi>{offer.food.title}</bdi>,
        hint: hintOf(offer, nowMs),
      }))}
    />
  );
}

/** "6 servings left · today, 5–8 PM · contains milk · not marked for this diet". */
function hintOf({ food, suits }: OfferableFood<Listing>, nowMs: number): string {
  const allergens = formatList((food.allergens ?? []).map(allergenName));
  return [
    plural(food.servingsLeft, { one: '# serving left', other: '# servings left' }),
    formatPickupWindow(food.availableFrom, food.availableUntil, nowMs),
    ...(allergens ? [t`contains ${allergens}`] : []),
    ...(suits ? [] : [t`not marked for this diet`]),
  ].join(' · ');
}
