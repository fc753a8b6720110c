import { AppError, codeOf, errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { type ErrorTextKey, errorTexts } from '@openlarder/domain/kernel/error-texts.ts';
import { impliedErrors } from '@openlarder/domain/kernel/implied-errors.ts';
import type { TextParams } from '@openlarder/domain/kernel/text-table.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { errorBody } from '../http-errors.ts';
import type { DeclaredEndpoint } from './contract-modules.ts';

export type ErrorExample = {
  readonly summary: string;
  readonly value: { readonly code: string; readonly message: string };
};

export const ERROR_STATUS: Readonly<Record<string, string>> = {
  400: 'The request cannot be read.',
  401: 'No one is signed in.',
  403: 'The caller may not do this.',
  404: 'There is no such thing, or none that the caller may know of.',
  409: 'It conflicts with what happened meanwhile.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'Some fields need to be corrected.',
  429: 'Too many calls.',
  500: 'A fault of the server.',
  503: 'Not right now.',
};

const isErrorKey = (key: string): key is ErrorTextKey => Object.hasOwn(errorTexts.messages, key);

/** The keys of a code's sentences: the plain one, else one for each reason. */
export const keysOf = (code: string): ErrorTextKey[] =>
  isErrorKey(code)
    ? [code]
    : Object.keys(errorTexts.messages)
        .filter(isErrorKey)
        .filter((key) => codeOf(key).code === code);

/** Sample values for the arguments of a sentence. */
function sampleParams(message: string): TextParams | undefined {
  const names = [...message.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name);
  if (names.length === 0) return undefined;
  const sample = (name: string): [string, string | number] => {
    if (name === 'wait') return ['waitMs', 2 * HOUR_MS];
    return [name, name === 'adminEmail' ? 'help@example.org' : 3];
  };
  return Object.fromEntries(names.map(sample));
}

/** A sentence of an error as a call answers it. */
export function errorExample(key: ErrorTextKey): ErrorExample {
  const params = sampleParams(errorTexts.messages[key]);
  // the body of an error does not depend on its status
  const error =
    key === 'check-fields'
      ? unprocessable({ title: errorText('required.title') })
      : new AppError(409, key, params && { params });
  const value = errorBody(error, 'en');
  return { summary: key === 'check-fields' ? errorTexts.messages[key] : value.message, value };
}

/** What an operation may answer instead of success: what its declaration implies, then its own. */
export function errorsOf(
  endpoint: DeclaredEndpoint,
): Map<string, { readonly codes: string[]; readonly own: boolean }> {
  const implied = new Map<string, readonly string[]>(Object.entries(impliedErrors(endpoint)));
  const own = new Map<string, readonly string[]>(Object.entries(endpoint.errors ?? {}));
  const statuses = [...new Set([...implied.keys(), ...own.keys()])].toSorted();
  return new Map(
    statuses.map((status) => {
      const codes = new Set([...(implied.get(status) ?? []), ...(own.get(status) ?? [])]);
      return [status, { codes: [...codes], own: codes.size > (implied.get(status)?.length ?? 0) }];
    }),
  );
}
