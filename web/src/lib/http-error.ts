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
 * A response that is not OK. The message is `"<status>: <body text>"`, or the status text if the body is
 * empty. `userMessage` may be shown; `fields` are messages by form field.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly userMessage: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, bodyText: string, statusText: string, retryAfter?: string | null) {
    super(`${status}: ${bodyText || statusText}`);
    this.name = 'HttpError';
    this.status = status;
    const { code, message, fields } = parseErrorBody(bodyText);
    this.code = typeof code === 'string' ? code : undefined;
    this.userMessage = typeof message === 'string' ? message : undefined;
    this.fields = typeof fields === 'object' && fields !== null ? fields : {};
    const seconds = Number(retryAfter ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  }
}

/** A 401 outside the public pages; the page is leaving for the sign-in page. */
export class UnauthorizedError extends Error {
  constructor() {
    super('Unauthorized');
    this.name = 'UnauthorizedError';
  }
}

/** True if the session has ended. */
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

/** The message to show for any error. */
export function errorMessage(error: unknown): string {
  if (error instanceof HttpError && error.userMessage) return error.userMessage;
  if (isNetworkError(error)) return t`We could not reach the server. Check your connection and try again.`;
  return t`Something went wrong on our side. Please try again.`;
}
