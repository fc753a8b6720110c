import { lazy, Suspense } from 'react';
import { useOverlayParam } from './use-overlay-param.ts';

const LocationDialog = lazy(async () => ({
  default: (await import('./LocationDialog.tsx')).LocationDialog,
}));

/** The form of the person's location, over the screen where it is needed (`paths.location`). Closing equals Back. */
export function LocationSheet() {
  const { id, close } = useOverlayParam('sheet');
  if (id !== 'location') return null;
  return (
    <Suspense fallback={null}>
      <LocationDialog onClose={close} />
    </Suspense>
  );
}
