import { lazy, Suspense, useEffect } from 'react';
import { useMe } from '#web/features/accounts/account.queries.ts';
import { loadPeopleTexts } from '#web/features/moderation/people-texts.ts';
import { useOver } from './use-over.ts';

const fetchDialog = async () => {
  const [dialog] = await Promise.all([import('./ListingOver.tsx'), loadPeopleTexts()]);
  return { default: dialog.ListingOver };
};
const ListingOver = lazy(fetchDialog);
/** The feed's own photos come first; then the dialog, so that the first press on a card does not wait for it. */
const FETCH_DIALOG_AFTER_MS = 3000;

/** The listing that the address names, over the tab it was opened from. Closing is the same as Back. */
export function OpenListing() {
  const { id, close } = useOver('listing');
  const me = useMe();
  useEffect(() => {
    // without a connection it is asked for again when a card is pressed
    const timer = setTimeout(() => void fetchDialog().catch(() => {}), FETCH_DIALOG_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (id === null) return null;
  return (
    <Suspense fallback={null}>
      <ListingOver id={id} me={me} onClose={close} />
    </Suspense>
  );
}
