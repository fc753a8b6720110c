import { useCallback, useMemo } from 'react';
import { personalKey } from '#web/lib/personal-storage.ts';
import { storedValue } from '#web/lib/stored-value.ts';
import { useStore } from '#web/lib/store.ts';

/** Whether a person has folded the banner in this browser. */
export function useHungerFold(
  personId: string,
): readonly [isFolded: boolean, fold: (folded: boolean) => void] {
  const stored = useMemo(
    () =>
      storedValue<true>({
        key: personalKey('hunger-banner-folded', personId),
        parse: (value) => (value === true ? true : null),
      }),
    [personId],
  );
  const fold = useCallback((folded: boolean) => stored.set(folded || null), [stored]);
  return [useStore(stored) === true, fold];
}
