import { lazy, Suspense } from 'react';
import { HelpOfferDialog } from '../lazy/volunteer-components.ts';
import { useOverlayParam } from './use-overlay-param.ts';

const LocationDialog = lazy(async () => ({
  default: (await import('./LocationDialog.tsx')).LocationDialog,
}));

/**
 * The forms that open over the screen where they are needed (`paths.location`, `paths.helpOffer`). Closing equals Back.
 */
export function Sheets() {
  const { id, close } = useOverlayParam('sheet');
  return (
    <Suspense fallback={null}>
      {id === 'location' && <LocationDialog onClose={close} />}
      {id === 'helping' && <HelpOfferDialog onClose={close} />}
    </Suspense>
  );
}
