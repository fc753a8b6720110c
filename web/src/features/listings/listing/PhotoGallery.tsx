import { useLingui } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { ListingPicture } from '../ListingPicture.tsx';

/** A listing's photos: one large, the others as thumbnails. */
export function PhotoGallery({ listing }: { readonly listing: Listing }) {
  const { t } = useLingui();
  const [at, setAt] = useState(0);
  const { photos, title, category } = listing;
  const count = photos.length;
  const number = at + 1;
  const shown = photos[at] ?? null;
  return (
    <div>
      <ListingPicture
        photo={shown}
        title={title}
        category={category}
        alt={shown?.caption || (count > 1 ? t`${title}, photo ${number} of ${count}` : title)}
        sizes="(min-width: 40rem) 36rem, 100vw"
        eager
        className="max-h-[38svh] rounded-card sm:aspect-16/10"
      />
      {count > 1 && (
        <ul className="mt-2 flex gap-2 overflow-x-auto p-1">
          {photos.map((photo, index) => {
            const position = index + 1;
            return (
              <li key={photo.objectPath}>
                <button
                  type="button"
                  aria-label={
                    photo.caption ? t`Show photo ${position}: ${photo.caption}` : t`Show photo ${position}`
                  }
                  aria-current={index === at}
                  onClick={() => setAt(index)}
                  className={classNames(
                    'block w-20 overflow-hidden rounded-small',
                    index === at ? 'ring-2 ring-brand' : 'opacity-80 hover:opacity-100',
                  )}
                >
                  <ListingPicture photo={photo} title={title} category={category} sizes="5rem" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
