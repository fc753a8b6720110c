import { lazy, Suspense, useState } from 'react';
import { useSearch } from 'wouter';
import { useMe } from '#web/features/accounts/account.queries.ts';
import { loadMapTexts } from '#web/features/map/map-texts.ts';
import { placeOf } from './place-of.ts';
import { useAreaLater } from './use-area-later.ts';
import { useMapSheet } from './use-map-sheet.ts';

const MapSheet = lazy(async () => {
  const [part] = await Promise.all([import('#web/features/map/MapSheet.tsx'), loadMapTexts()]);
  return part;
});

/** The map at full size over Discover, where the address names it. Closing is the same as Back. */
export function OpenMap() {
  const { isOpen, area, under, close, narrow } = useMapSheet();
  const onArea = useAreaLater(narrow, isOpen);
  const me = useMe();
  const hasListing = new URLSearchParams(useSearch()).has('listing');
  // What is opened later stands above: a visit that begins at a listing gets the map once that is put away.
  const [isShown, setIsShown] = useState(isOpen && !hasListing);
  const shows = isOpen && (isShown || !hasListing);
  if (shows !== isShown) setIsShown(shows);
  if (!shows) return null;
  return (
    <Suspense fallback={null}>
      <MapSheet myPlace={placeOf(me)} area={area} onArea={onArea} under={under} onClose={close} />
    </Suspense>
  );
}
