import { lazy, Suspense } from 'react';
import { loadAccountTexts } from '#web/features/accounts/account-texts.ts';
import { loadClaimTexts } from '#web/features/claims/claim-texts.ts';
import { loadPeopleTexts } from '#web/features/moderation/people-texts.ts';
import { useOver } from './use-over.ts';

const PersonOver = lazy(async () => {
  const [card] = await Promise.all([
    import('./PersonOver.tsx'),
    loadAccountTexts(),
    loadClaimTexts(),
    loadPeopleTexts(),
  ]);
  return { default: card.PersonOver };
});

/** The person that the address names, over where their name was pressed. Closing is the same as Back. */
export function OpenPerson() {
  const { id, close } = useOver('person');
  if (id === null) return null;
  return (
    <Suspense fallback={null}>
      <PersonOver id={id} onClose={close} />
    </Suspense>
  );
}
