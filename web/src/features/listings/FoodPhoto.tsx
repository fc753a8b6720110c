import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { PHOTO_WIDTHS } from '@openlarder/domain/photos/photo-limits.ts';
import { useMemo } from 'react';
import { thumbhashPlaceholder } from '#web/features/photos/thumbhash-placeholder.ts';
import { classNames } from '#web/ui/class-names.ts';
import drawings from './category-art.json';

/** Background behind each category's drawing. */
const TINT: Readonly<Record<Category, string>> = {
  fruits_vegetables: 'bg-brand-soft',
  prepared_meals: 'bg-orange-soft',
  bakery_items: 'bg-amber-soft',
  pantry_staples: 'bg-tomato-soft',
  dairy_eggs: 'bg-sky-soft',
  other: 'bg-sunken',
};

type CategoryIconProps = { readonly category: Category; readonly className?: string };

/** The small drawing of a category. Hidden from screen readers: the category's name is next to it. */
export function CategoryIcon({ category, className = 'size-10' }: CategoryIconProps) {
  return <img src={drawings[category]} alt="" draggable={false} className={className} />;
}

/** Shown where there is no photo: the category's drawing on its background, filling its frame. */
function CategoryArt({ category, className = 'size-full' }: CategoryIconProps) {
  return (
    <div className={`grid place-items-center ${TINT[category]} ${className}`}>
      <CategoryIcon category={category} className="size-2/5 max-h-32 max-w-32" />
    </div>
  );
}

type FoodPhotoProps = {
  readonly photo: Photo | null;
  readonly category: Category;
  /** Alternative text; empty where the title is next to the photo. */
  readonly alt?: string;
  /** The rendered width, as `sizes` of an `img` takes it. */
  readonly sizes: string;
  /** True if it is in the first view: loaded immediately instead of lazily. */
  readonly eager?: boolean;
  readonly className?: string;
};

/**
 * A photo of food in a 4:3 frame over its blurred placeholder; the category's drawing if there is no photo.
 */
export function FoodPhoto({ photo, category, alt = '', sizes, eager = false, className }: FoodPhotoProps) {
  const thumbhash = photo?.thumbhash ?? null;
  const placeholder = useMemo(() => thumbhashPlaceholder(thumbhash), [thumbhash]);
  const frame = classNames('relative aspect-4/3 w-full overflow-hidden bg-sunken', className);
  if (!photo) {
    return (
      <div className={frame}>
        <CategoryArt category={category} />
      </div>
    );
  }
  return (
    <div
      className={classNames(frame, 'bg-cover bg-center')}
      {...(placeholder && { style: { backgroundImage: `url("${placeholder}")` } })}
    >
      <img
        src={`${photo.objectPath}?w=640`}
        srcSet={PHOTO_WIDTHS.map((width) => `${photo.objectPath}?w=${width} ${width}w`).join(', ')}
        sizes={sizes}
        alt={alt}
        width={photo.width}
        height={photo.height}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        className="size-full object-cover"
      />
    </div>
  );
}
