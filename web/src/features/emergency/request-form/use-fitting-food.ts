import { type FoodWish, fittingFood } from '@openlarder/domain/emergency/fitting-food.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { NO_FILTER } from '#web/features/listings/search/feed-filter.ts';
import { feedQuery } from '#web/features/listings/listings.queries.ts';
import { useNow } from '#web/lib/use-now.ts';
import { tileOf } from './request-tiles.ts';
import type { RequestFormState } from './use-request-form.ts';

const NONE: readonly Listing[] = [];

/**
 * Food near the person that would do instead of asking. Nobody learns that it was looked for: what is asked for stays in
 * this browser, which filters the feed it already has. Only without one it makes the feed's own unfiltered call, which
 * every visit to Discover makes. None for a baby, as no listing says that it is fit for one, and none for a wish in the
 * person's own words.
 */
export function useFittingFood(form: RequestFormState): readonly Listing[] {
  const me = useCurrentUser();
  const nowMs = useNow();
  const feed = useInfiniteQuery({ ...feedQuery(NO_FILTER), refetchOnMount: false });
  const [title, people, isCounted, diets, categories] = useWatch({
    control: form.control,
    name: ['title', 'householdSize', 'isCounted', 'dietaryRestrictions', 'preferredCategories'],
  });
  const tile = tileOf({ title });
  const isOpen = title.trim() === '';
  if (!feed.data || (!isOpen && (tile === null || tile.name === 'baby'))) return NONE;
  const wish: FoodWish = {
    personId: me.id,
    categories: isOpen ? [] : categories,
    diets: [...new Set([...me.diets, ...diets])],
    avoids: me.allergens,
    people: isCounted ? people : null,
  };
  return fittingFood(
    feed.data.pages.flatMap(({ listings }) => listings),
    wish,
    nowMs,
  );
}
