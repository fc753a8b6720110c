import { setupI18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { type ErrorBody, keyOf, parseErrorText } from '@openlarder/domain/kernel/app-error.ts';
import { type TextParams, waitOf, withWaits } from '@openlarder/domain/kernel/text-table.ts';
import { showValuesAsTyped } from './values-as-typed.ts';

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

function parseErrorBody(text: string): Partial<ErrorBody> {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The catalog's sentence for an error or one of its fields; undefined if there is none. */
function wordWireText({ code, reason, params }: Partial<ErrorBody>): string | undefined {
  return typeof code === 'string' ? wordError(keyOf({ code, reason }), { ...objectOf(params) }) : undefined;
}

/**
 * A response that is not OK. The message is `"<status>: <body text>"`, or the status text if the body is
 * empty. `userMessage` may be shown; `fields` are messages by form field. Both are in the reader's language if the
 * catalog has the error's text, else as the server worded them.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  /** What the code leaves open, as `matched` of `not-pending`. */
  readonly reason: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly #body: Partial<ErrorBody>;

  constructor(status: number, bodyText: string, statusText: string, retryAfter?: string | null) {
    super(`${status}: ${bodyText || statusText}`);
    this.name = 'HttpError';
    this.status = status;
    this.#body = parseErrorBody(bodyText);
    const { code, reason } = this.#body;
    this.code = typeof code === 'string' ? code : undefined;
    this.reason = typeof reason === 'string' ? reason : undefined;
    const seconds = Number(retryAfter ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  }

  /** The values of the error's sentence, as `left` of `not-enough`. */
  get params(): Readonly<Record<string, unknown>> {
    return { ...objectOf(this.#body.params) };
  }

  /** The values of a field's sentence, as `handoverId` of `wrong-code.other-pickup`. */
  paramsOf(field: string): Readonly<Record<string, unknown>> {
    return { ...objectOf(this.#body.fieldErrors?.[field]?.params) };
  }

  get fields(): Readonly<Record<string, string>> {
    const { fields, fieldErrors } = this.#body;
    const worded = Object.entries(objectOf(fieldErrors)).flatMap(([name, text]) => {
      const sentence = wordWireText(objectOf(text));
      return sentence === undefined ? [] : [[name, sentence] as const];
    });
    return { ...objectOf(fields), ...Object.fromEntries(worded) };
  }

  /** The error of the first field, if any, which is more specific than the form's message. */
  get userMessage(): string | undefined {
    const [ofField] = Object.values(this.fields);
    const { message } = this.#body;
    return ofField ?? wordWireText(this.#body) ?? (typeof message === 'string' ? message : undefined);
  }
}

/** A 401 outside the public pages; the page is leaving for the sign-in page. */
export class UnauthorizedError extends Error {
  constructor() {
    super('Unauthorized');
    this.name = 'UnauthorizedError';
  }
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof UnauthorizedError || (error instanceof HttpError && error.status === 401);
}

/**
 * There was no response: the request may or may not have been processed. Retrying is safe only with the same
 * idempotency key.
 */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('No answer', { cause });
    this.name = 'NetworkError';
  }
}

/** True if it is unknown whether the request was processed. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof NetworkError;
}

/** Someone has signed in, and the browser has not kept the cookie. */
export class SessionNotKeptError extends Error {
  constructor() {
    super('The session was not kept');
    this.name = 'SessionNotKeptError';
  }
}

export function errorMessage(error: unknown): string {
  if (error instanceof SessionNotKeptError)
    return t`Your browser blocked the cookie that keeps you signed in. Allow cookies for this site, then try again.`;
  if (error instanceof HttpError && error.userMessage) return error.userMessage;
  // of a proxy, which has a limit of its own and no sentence for people
  const tooLarge = error instanceof HttpError && error.status === 413 && wordError('too-large');
  if (tooLarge) return tooLarge;
  if (isNetworkError(error)) return t`We couldn't reach the server. Check your connection and try again.`;
  return t`Something went wrong on our side. Please try again.`;
}

/** Has the catalog of errors, in the language of the page. */
export const errorI18n = showValuesAsTyped(setupI18n());

function wordWait(waitMs: number): string {
  const { unit, count } = waitOf(waitMs);
  return errorI18n._(`wait.${unit}`, { count });
}

/**
 * The sentence of an error's key, such as `claim-limit.open`, in the reader's language; undefined if the catalog lacks
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
