import { lazy, Suspense } from 'react';
import { loadAccountTexts } from '#web/features/accounts/account-texts.ts';
import { loadClaimTexts } from '#web/features/claims/claim-texts.ts';
import { loadPeopleTexts } from '#web/features/moderation/people-texts.ts';
import { useOverlayParam } from './use-overlay-param.ts';

const PersonDetail = lazy(async () => {
  const [card] = await Promise.all([
    import('./PersonDetail.tsx'),
    loadAccountTexts(),
    loadClaimTexts(),
    loadPeopleTexts(),
  ]);
  return { default: card.PersonDetail };
});

/** The person that the address names, over where their name was pressed. Closing is the same as Back. */
export function PersonOverlay() {
  const { id, close } = useOverlayParam('person');
  if (id === null) return null;
  return (
    <Suspense fallback={null}>
      <PersonDetail id={id} onClose={close} />
    </Suspense>
  );
}
