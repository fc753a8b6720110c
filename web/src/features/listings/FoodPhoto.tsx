import type { Category } from '@openlarder/domain/listings/listing-contract.ts';
import { type Photo, PHOTO_WIDTHS } from '@openlarder/domain/photos/photo-contract.ts';
import { useMemo } from 'react';
import { placeholderOf } from '#web/features/photos/placeholder.ts';
import { classNames } from '#web/ui/class-names.ts';
import { CategoryArt } from './category-art.tsx';

type Props = {
  readonly photo: Photo | null;
  readonly category: Category;
  /** What it shows, for those who do not see it; empty where the title stands beside it. */
  readonly alt?: string;
  /** How wide it is on the page, as `sizes` of an `img` takes it. */
  readonly sizes: string;
  /** Whether it is in the first view: fetched at once instead of when it comes near. */
  readonly eager?: boolean;
  readonly className?: string;
};

/** A photo of food in a 4:3 frame over its blurred placeholder; without one, the category's drawing. */
export function FoodPhoto({ photo, category, alt = '', sizes, eager = false, className }: Props) {
  const thumbhash = photo?.thumbhash ?? null;
  const placeholder = useMemo(() => placeholderOf(thumbhash), [thumbhash]);
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
