/** The body of every error response. `fields` maps the name of each invalid field to its message. */
export type ErrorBody = {
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>> | undefined;
};

export type AppErrorStatus = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 422 | 429 | 503;

/**
 * An error to show to the user: a stable code, one clear sentence, and a status. Any other thrown error is a
 * bug and gives a 500 without detail.
 */
export class AppError extends Error {
  readonly status: AppErrorStatus;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: AppErrorStatus,
    code: string,
    message: string,
    more: { fields?: Readonly<Record<string, string>>; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  body(): ErrorBody {
    return { code: this.code, message: this.message, ...(this.fields && { fields: { ...this.fields } }) };
  }
}

/** Also used for what the caller may not know exists; the response is byte-identical. */
export const notFound = (): AppError => new AppError(404, 'not-found', 'We could not find that.');

export const signedOut = (): AppError => new AppError(401, 'signed-out', 'Please sign in.');

export const conflict = (code: string, message: string): AppError => new AppError(409, code, message);

/** 422 with one sentence per field; the first one is also the message. */
export function unprocessable(fields: Readonly<Record<string, string>>): AppError {
  return new AppError(422, 'check-fields', Object.values(fields)[0] ?? 'Please check what you entered.', {
    fields,
  });
}
