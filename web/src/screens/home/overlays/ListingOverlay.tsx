import { lazy, Suspense, useEffect } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { loadPeopleTexts } from '#web/features/moderation/people-texts.ts';
import { useOverlayParam } from './use-overlay-param.ts';

const fetchDialog = async () => {
  const [dialog] = await Promise.all([import('./ListingDetail.tsx'), loadPeopleTexts()]);
  return { default: dialog.ListingDetail };
};
const ListingDetail = lazy(fetchDialog);
/** The feed's own photos come first; then the dialog, so that the first press on a card does not wait for it. */
const FETCH_DIALOG_AFTER_MS = 3000;

/** The listing that the address names, over the tab it was opened from. Closing is the same as Back. */
export function ListingOverlay() {
  const { id, close } = useOverlayParam('listing');
  const me = useCurrentUser();
  useEffect(() => {
    // without a connection it is asked for again when a card is pressed
    const timer = setTimeout(() => void fetchDialog().catch(() => {}), FETCH_DIALOG_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (id === null) return null;
  return (
    <Suspense fallback={null}>
      <ListingDetail id={id} me={me} onClose={close} />
    </Suspense>
  );
}
