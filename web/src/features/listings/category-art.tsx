import type { Category } from '@openlarder/domain/listings/listing-contract.ts';
import drawings from './category-art.json';

/** The soft ground each drawing stands on. */
const TINT: Readonly<Record<Category, string>> = {
  fruits_vegetables: 'bg-brand-soft',
  prepared_meals: 'bg-orange-soft',
  bakery_items: 'bg-amber-soft',
  pantry_staples: 'bg-tomato-soft',
  dairy_eggs: 'bg-sky-soft',
  other: 'bg-sunken',
};

type Props = { readonly category: Category; readonly className?: string };

/** A category's small drawing alone. It says nothing to a screen reader: the category's name stands beside it. */
export function CategoryIcon({ category, className = 'size-10' }: Props) {
  return <img src={drawings[category]} alt="" draggable={false} className={className} />;
}

/** What stands where a photo would: the category's drawing on its tint, filling the frame it is given. */
export function CategoryArt({ category, className = 'size-full' }: Props) {
  return (
    <div className={`grid place-items-center ${TINT[category]} ${className}`}>
      <CategoryIcon category={category} className="size-2/5 max-h-32 max-w-32" />
    </div>
  );
}
