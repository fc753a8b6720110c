import { codeOf, type ErrorBody } from '@openlarder/domain/kernel/app-error.ts';
import type { ErrorTextKey } from '@openlarder/domain/kernel/error-texts.ts';
import type { TextParams } from '@openlarder/domain/kernel/text-table.ts';
import { wordError } from '#web/lib/http-error.ts';

/** The sentence that the page shows for an error. */
export function errorSentence(key: ErrorTextKey, params?: TextParams): string {
  const sentence = wordError(key, params);
  if (sentence === undefined) throw new Error(`No text for ${key}`);
  return sentence;
}

/** The body of a refusal whose server speaks another language than the page. */
export const refusalOf = (key: ErrorTextKey, params?: TextParams): ErrorBody => ({
  ...codeOf(key),
  params,
  message: 'In the words of the server.',
});
