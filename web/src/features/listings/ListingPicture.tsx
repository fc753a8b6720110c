import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { PHOTO_WIDTHS } from '@openlarder/domain/photos/photo-limits.ts';
import { useMemo, useState } from 'react';
import { thumbhashPlaceholder } from '#web/features/photos/thumbhash-placeholder.ts';
import { classNames } from '#web/ui/class-names.ts';
import { fetchDrawing, FoodDrawing } from './FoodDrawing.tsx';

type Props = {
  readonly photo: Photo | null;
  readonly title: string;
  readonly category: Category;
  readonly alt?: string;
  /** The rendered width, as the `sizes` of an `img`. */
  readonly sizes: string;
  /** True if it is in the first view: loaded immediately instead of lazily. */
  readonly eager?: boolean;
  /** A frame of 4:3, or a square. */
  readonly shape?: 'landscape' | 'square';
  readonly className?: string;
};

const sourcesOf = ({ objectPath }: Photo): string =>
  PHOTO_WIDTHS.map((width) => `${objectPath}?w=${width} ${width}w`).join(', ');

/** Fetches what the picture will show, ahead of its rendering. */
export function fetchListingPicture({ photo, title, category, sizes }: Props): void {
  if (!photo) {
    void fetchDrawing(title, category);
    return;
  }
  const image = new Image();
  image.sizes = sizes;
  image.srcset = sourcesOf(photo);
}

/**
 * A listing's photo in its frame over its blurred placeholder; a drawing if there is none, or it cannot be loaded.
 */
export function ListingPicture({
  photo,
  title,
  category,
  alt = '',
  sizes,
  eager = false,
  shape = 'landscape',
  className,
}: Props) {
  const [lostPath, setLostPath] = useState<string | null>(null);
  const thumbhash = photo?.thumbhash ?? null;
  const placeholder = useMemo(() => thumbhashPlaceholder(thumbhash), [thumbhash]);
  const frame = classNames(
    shape === 'square' ? 'aspect-square' : 'aspect-4/3 w-full',
    'overflow-hidden bg-sunken',
    className,
  );
  if (!photo || photo.objectPath === lostPath)
    return <FoodDrawing title={title} category={category} eager={eager} className={frame} />;
  return (
    <div
      className={classNames(frame, 'bg-cover bg-center')}
      {...(placeholder && { style: { backgroundImage: `url("${placeholder}")` } })}
    >
      <img
        src={`${photo.objectPath}?w=640`}
        srcSet={sourcesOf(photo)}
        sizes={sizes}
        alt={alt}
        width={photo.width}
        height={photo.height}
        loading={eager ? 'eager' : 'lazy'}
        // in the first view it renders together with the text around it
        decoding={eager ? 'auto' : 'async'}
        onError={() => setLostPath(photo.objectPath)}
        className="size-full object-cover"
      />
    </div>
  );
}
