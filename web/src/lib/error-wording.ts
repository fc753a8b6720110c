import { setupI18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { parseErrorText } from '@openlarder/domain/kernel/app-error.ts';
import { type TextParams, waitOf, withWaits } from '@openlarder/domain/kernel/text-table.ts';
import { showValuesAsTyped } from './values-as-typed.ts';

/** Has the catalogue of errors, in the language of the page. */
export const errorI18n = showValuesAsTyped(setupI18n());

function wordWait(waitMs: number): string {
  const { unit, count } = waitOf(waitMs);
  return errorI18n._(`wait.${unit}`, { count });
}

/**
 * The sentence of an error's key, such as `claim-limit.open`, in the reader's language; undefined if the catalogue lacks
 * it, as that of a page older than the server.
 */
export function wordError(key: string, params: TextParams = {}): string | undefined {
  const id = `error.${key}`;
  return Object.hasOwn(errorI18n.messages, id) ? errorI18n._(id, withWaits(params, wordWait)) : undefined;
}

/** The sentence of a schema's check, which carries a key (`@too-long {"max":120}`). */
export function wordErrorText(text: string): string {
  const { key, params } = parseErrorText(text) ?? { key: 'invalid', params: {} };
  // a check without a key has Zod's own message, which is not for people
  return wordError(key, params) ?? wordError('invalid') ?? t`Please check this.`;
}
