import { Suspense } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useOverlayParam } from './use-overlay-param.ts';

const HelpOfferDialog = lazyPart(
  async () => (await import('#web/features/volunteers/HelpOfferForms.tsx')).HelpOfferDialog,
);
const LocationDialog = lazyPart(async () => (await import('./LocationDialog.tsx')).LocationDialog);

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
