import type { ErrorTextKey, errorTexts } from './error-texts.ts';
import type { ParamsOf, TextParams } from './text-table.ts';
import { SECOND_MS } from './time.ts';

/** The stable code of an error: its key up to the first dot. */
export type ErrorCode = ErrorTextKey extends infer Key
  ? Key extends `${infer Code}.${string}`
    ? Code
    : Key
  : never;

/** An error on the wire: a key and parameters, translated by the reader's catalog. */
type WireText = {
  readonly code: string;
  /** Tells apart the sentences of one code. */
  readonly reason?: string | undefined;
  readonly params?: TextParams | undefined;
};

/**
 * The body of every error response. `message` and `fields` are in the requested language; `fields` maps the name of
 * each invalid field to its sentence, `fieldErrors` to that sentence's code and parameters.
 */
export type ErrorBody = WireText & {
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly fieldErrors?: Readonly<Record<string, WireText>> | undefined;
};

export type AppErrorStatus = 400 | 401 | 403 | 404 | 408 | 409 | 412 | 413 | 415 | 416 | 422 | 429 | 503;

/** A sentence of `errorTexts` with its parameters, as a string that a schema can carry: `@too-long {"max":120}`. */
export type ErrorText = `@${string}`;

/** The values of a sentence; of one of several sentences, those of all. */
type ErrorParams<Key extends ErrorTextKey> = ParamsOf<(typeof errorTexts.messages)[Key]>;

/** The last argument of functions that take these values: absent if there are none. */
type Given<Params> = keyof Params extends never ? [] : [params: Params];

/** A sentence without values. */
export type PlainErrorKey = {
  [Key in ErrorTextKey]: keyof ErrorParams<Key> extends never ? Key : never;
}[ErrorTextKey];

/** The message of a schema's check, or of one field in `unprocessable`. */
export const errorText = <Key extends ErrorTextKey>(
  key: Key,
  ...[params]: Given<ErrorParams<Key>>
): ErrorText => (params ? `@${key} ${JSON.stringify(params)}` : `@${key}`);

/** Parses what `errorText` returns; null for any other text. */
export function parseErrorText(text: string): { readonly key: string; readonly params: TextParams } | null {
  const [, key, values] = /^@([a-z0-9.-]+)(?: (\{.*\}))?$/s.exec(text) ?? [];
  return key === undefined ? null : { key, params: values === undefined ? {} : JSON.parse(values) };
}

/** The code and reason of a key: `claim-limit.open` is the reason `open` of the code `claim-limit`. */
export function codeOf(key: string): { readonly code: string; readonly reason?: string } {
  const [code = key, reason] = key.split('.', 2);
  return reason === undefined ? { code } : { code, reason };
}

/** The key of a code with its reason, if any. */
export const keyOf = ({ code, reason }: WireText): string =>
  reason === undefined ? code : `${code}.${reason}`;

/**
 * An error to show to the user: a sentence of `errorTexts` with its parameters, and a status. Any other thrown error is
 * a bug and gives a 500 without detail.
 */
export class AppError extends Error {
  readonly status: AppErrorStatus;
  readonly key: ErrorTextKey;
  readonly params: TextParams | undefined;
  readonly fields: Readonly<Record<string, ErrorText>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: AppErrorStatus,
    key: ErrorTextKey,
    more: {
      params?: TextParams;
      fields?: Readonly<Record<string, ErrorText>>;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(key);
    this.name = 'AppError';
    this.status = status;
    this.key = key;
    this.params = more.params;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get code(): string {
    return codeOf(this.key).code;
  }
}

/** Also used for things whose existence the caller may not learn; the response is byte-identical. */
export const notFound = (): AppError => new AppError(404, 'not-found');

export const signedOut = (): AppError => new AppError(401, 'signed-out');

export const conflict = <Key extends ErrorTextKey>(
  key: Key,
  ...[params]: Given<ErrorParams<Key>>
): AppError => new AppError(409, key, params && { params });

/** A conflict that ends by itself at a time: the text may show the `{wait}`, and the reply has `Retry-After`. */
export function conflictUntil<Key extends ErrorTextKey>(
  key: Key,
  { untilMs, nowMs }: { readonly untilMs: number; readonly nowMs: number },
  ...[params]: Given<Omit<ErrorParams<Key>, 'waitMs'>>
): AppError {
  const waitMs = Math.max(SECOND_MS, untilMs - nowMs);
  return new AppError(409, key, {
    params: { ...params, waitMs },
    retryAfterSeconds: Math.ceil(waitMs / SECOND_MS),
  });
}

/** 422 with one sentence per field; the first one is also the message. */
export function unprocessable(fields: Readonly<Record<string, ErrorText>>): AppError {
  return new AppError(422, 'check-fields', { fields });
}
