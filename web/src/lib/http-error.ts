import { t } from '@lingui/core/macro';
import type { ErrorBody } from '@openlarder/domain/kernel/app-error.ts';

function parseErrorBody(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/**
 * An answer that is not OK. The message is `"<status>: <body text>"`, or the status text when the body is empty.
 * `sentence` is what a person may be shown; `fields` names what to mend in a form.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly sentence: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, bodyText: string, statusText: string, retryAfter?: string | null) {
    super(`${status}: ${bodyText || statusText}`);
    this.name = 'HttpError';
    this.status = status;
    const { code, message, fields } = parseErrorBody(bodyText);
    this.code = typeof code === 'string' ? code : undefined;
    this.sentence = typeof message === 'string' ? message : undefined;
    this.fields = typeof fields === 'object' && fields !== null ? fields : {};
    const seconds = Number(retryAfter ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  }
}

/** A 401 off the pages that anyone may read; the browser is already on its way to the sign-in page. */
export class UnauthorizedError extends Error {
  constructor() {
    super('Unauthorized');
    this.name = 'UnauthorizedError';
  }
}

/** Whether the session is gone, however it was told. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof UnauthorizedError || (error instanceof HttpError && error.status === 401);
}

/**
 * No answer came at all: the call may or may not have been carried out. Trying again is safe only with the same
 * idempotency key.
 */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('No answer', { cause });
    this.name = 'NetworkError';
  }
}

/** Whether it is unknown if the call was carried out. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof NetworkError;
}

/** One sentence for a person about whatever went wrong. */
export function errorMessage(error: unknown): string {
  if (error instanceof HttpError && error.sentence) return error.sentence;
  if (isNetworkError(error)) return t`We could not reach the server. Check your connection and try again.`;
  return t`Something went wrong on our side. Please try again.`;
}
