import type { MapItem } from '@openlarder/domain/map/map-contract.ts';
import { ListingPicture } from '#web/features/listings/ListingPicture.tsx';

/** The photo of a listing on the map, or a drawing of it; nothing for requests. */
export function ItemPicture({ item, className }: { readonly item: MapItem; readonly className: string }) {
  const { title, category, photoPath } = item;
  if (category === null) return null;
  const photo = photoPath && { objectPath: photoPath, thumbhash: null, width: 320, height: 240, caption: '' };
  return (
    <ListingPicture
      photo={photo || null}
      title={title}
      category={category}
      sizes="3.5rem"
      shape="square"
      className={className}
    />
  );
}
