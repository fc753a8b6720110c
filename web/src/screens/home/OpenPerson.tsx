import { lazy, Suspense } from 'react';
import { useOver } from './use-over.ts';

const PersonOver = lazy(async () => ({ default: (await import('./PersonOver.tsx')).PersonOver }));

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
