import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { PHOTO_WIDTHS } from '@openlarder/domain/photos/photo-limits.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { thumbhashPlaceholder } from '#web/features/photos/thumbhash-placeholder.ts';
import { classNames } from '#web/ui/class-names.ts';
import { fetchPicture, FoodOnTable } from './food-pictures.tsx';

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
    fetchPicture(title, category);
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

type DrawingProps = {
  readonly title: string;
  readonly category: Category | null;
  /** True if it is in the first view: loaded immediately instead of lazily. */
  readonly eager?: boolean;
  readonly className?: string;
};

/** A drawing of the food that a title names, or a sign of its category. Hidden from screen readers: the title is next to it. */
export const FoodDrawing = ({ title, category, eager = false, className }: DrawingProps) => (
  <span aria-hidden="true" className={classNames('relative block overflow-hidden bg-sunken', className)}>
    <FoodOnTable title={title} category={category} eager={eager} />
  </span>
);

type ListingHeadProps = {
  readonly listing: Listing;
  readonly href: string;
  readonly title?: 'h3' | 'p';
  readonly children: ReactNode;
};

/** The head of a listing in a block beside the feed: its picture, its title as a link, and further facts. */
export function ListingHead({ listing, href, title: Title = 'h3', children }: ListingHeadProps) {
  const [photo = null] = listing.photos;
  return (
    <div className="flex items-start gap-3">
      <ListingPicture
        photo={photo}
        title={listing.title}
        category={listing.category}
        alt={photo?.caption ?? ''}
        sizes="4.5rem"
        shape="square"
        className="w-18 shrink-0 rounded-control"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <Title className="font-sans text-base/tight font-semibold tracking-normal wrap-anywhere">
          <Link href={href} className="target-44 rounded-small hover:underline">
            <bdi>{listing.title}</bdi>
          </Link>
        </Title>
        {children}
      </div>
    </div>
  );
}
