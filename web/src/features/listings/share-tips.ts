import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Category } from '@openlarder/domain/listings/listing-contract.ts';

const TIPS: Readonly<Record<Category, MessageDescriptor>> = {
  fruits_vegetables: msg`Leave them unwashed and whole: water and cuts are what spoil them first.`,
  prepared_meals: msg`Chill within 2 hours of cooking, close the lid, and write on it when it was made.`,
  bakery_items: msg`Keep bread in paper at room temperature: the fridge makes it stale sooner.`,
  pantry_staples: msg`Share packs that are closed, and leave out cans that bulge, leak or are dented at the seam.`,
  dairy_eggs: msg`Leave these in the fridge, below 40°F (4°C), until someone is at the door.`,
  other: msg`Say what is in it and how you have kept it, so that whoever takes it can decide.`,
};

/** One sentence on keeping food of a category good until it is picked up. */
export const freshnessTip = (category: Category): string => i18n._(TIPS[category]);
