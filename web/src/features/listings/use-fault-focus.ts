import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { focusField } from './fault-focus.ts';
import { SHARE_FIELDS, type ShareFields } from './share-values.ts';

/**
 * Answers a function that moves the keyboard to the first fault, top to bottom, once its sentence is on the page: so
 * that it is read out together with its field.
 */
export function useFaultFocus(
  element: RefObject<HTMLElement | null>,
  errors: FieldErrors<ShareFields>,
): () => void {
  const [looks, setLooks] = useState(0);
  const done = useRef(0);
  useEffect(() => {
    // Only when asked to look: mending a field must not move the keyboard to the next.
    if (looks === done.current || !element.current) return;
    done.current = looks;
    focusField(
      element.current,
      SHARE_FIELDS.filter((name) => errors[name] !== undefined),
    );
  }, [looks, element, errors]);
  return () => setLooks((count) => count + 1);
}
