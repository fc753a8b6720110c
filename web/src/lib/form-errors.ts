import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { HttpError } from './http-error.ts';

/**
 * Puts the server's sentences at the fields they are about and moves the keyboard to the first of them. Answers
 * whether any field of the form was named; if not, the caller shows `sentenceOf(error)` for the form as a whole.
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
