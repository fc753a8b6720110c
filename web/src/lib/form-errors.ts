import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type {
  FieldErrors,
  FieldPath,
  FieldValues,
  Resolver,
  UseFormReturn,
  UseFormSetError,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { HttpError, wordErrorText } from './http-error.ts';

/** Validates by a schema of the contract and words its keys of texts; a form may have more fields. */
export function contractResolver<Fields extends FieldValues, Body>(
  schema: z.ZodMiniType<Body>,
): Resolver<Fields, unknown, Body> {
  const { version, vendor, validate } = schema['~standard'];
  return standardSchemaResolver<Fields, unknown, Body>({
    '~standard': {
      version,
      vendor,
      async validate(values) {
        const result = await validate(values);
        if (!result.issues) return result;
        return {
          issues: result.issues.map((issue) => ({ ...issue, message: wordErrorText(issue.message) })),
        };
      },
    },
  });
}

/**
 * Shows the server's messages at the fields they are about and focuses the first of them. Returns true if any field
 * of the form was named; if not, the caller shows `errorMessage(error)` for the form as a whole.
 */
export function showFieldErrors<V extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<V>[],
  setError: UseFormSetError<V>,
): boolean {
  if (!(error instanceof HttpError)) return false;
  const named = names.filter((name) => error.fields[name] !== undefined);
  named.forEach((name, index) => {
    setError(name, { type: 'server', message: error.fields[name] ?? '' }, { shouldFocus: index === 0 });
  });
  return named.length > 0;
}

/** The type of errors that the schema finds. */
const BY_SCHEMA = '';

/**
 * Validates fields with an error again, whichever field changes: the end of a pickup is also mended by its start. What
 * the server has said stays until its own field changes.
 */
export function useRevalidateErrors<V extends FieldValues, Body>(
  form: UseFormReturn<V, unknown, Body>,
  names: readonly FieldPath<V>[],
): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: () => {
          const wrong = names.filter((name) => form.getFieldState(name).error?.type === BY_SCHEMA);
          if (wrong.length > 0) void form.trigger(wrong);
        },
      }),
    [form, names],
  );
}

/**
 * Focuses the first control of the form that has one of `names` (in a group, the checked one), or is inside an element
 * that has the name in `data-field`. Opens a closed `details` around it.
 */
function focusField(form: HTMLElement, names: readonly string[]): void {
  const controls = names.map(
    (name) => `[name="${name}"], [data-field~="${name}"] :is(input, textarea, button, summary)`,
  );
  const first = names.length > 0 ? form.querySelector<HTMLElement>(controls.join(', ')) : null;
  if (!first) return;
  const checked = first.matches('[type=radio]') && first.closest('[role=radiogroup], fieldset');
  const control = (checked && checked.querySelector<HTMLElement>(':checked')) || first;
  const details = control.closest('details');
  if (details) details.open = true;
  control.focus({ preventScroll: true });
  // in the middle it is clear of sticky bars, and its message is beside it
  const message = control.getAttribute('aria-describedby')?.split(' ', 1)[0];
  const shown = (message && document.getElementById(message)) || control;
  shown.scrollIntoView({ block: 'center' });
}

/** Focuses the first field with an error once its message has rendered, so that a screen reader reads both. */
export function useFocusFirstError<V extends FieldValues>(
  element: RefObject<HTMLElement | null>,
  errors: FieldErrors<V>,
): () => void {
  const [requests, setRequests] = useState(0);
  const handled = useRef(0);
  useEffect(() => {
    // Only on request: correcting a field must not move the focus to the next error.
    if (requests === handled.current || !element.current) return;
    handled.current = requests;
    focusField(element.current, Object.keys(errors));
  }, [requests, element, errors]);
  return () => setRequests((count) => count + 1);
}
