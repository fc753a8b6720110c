import {
  AppError,
  codeOf,
  type ErrorBody,
  type ErrorText,
  errorText,
  notFound,
  parseErrorText,
  signedOut,
  unprocessable,
} from '@openlarder/domain/kernel/app-error.ts';
import { type ErrorTextKey, errorTexts } from '@openlarder/domain/kernel/error-texts.ts';
import type { Language } from '@openlarder/domain/kernel/languages.ts';
import type { TextParams } from '@openlarder/domain/kernel/text-table.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { errorCode } from '../startup-error.ts';
import { READ_ONLY } from '../postgres/several-hosts.ts';
import { translateInto } from '../texts/translate.ts';
import { requestLanguage } from './request-language.ts';

/** Network errors to PostgreSQL, and PostgreSQL starting, stopping, full or timing out. */
const DATABASE_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  // statement timeout, idle-in-transaction timeout
  '57014',
  '25P03',
  // read-only: it serves as a standby, or was told to
  READ_ONLY,
  '53300',
  '08006',
  '08001',
]);
const POOL_AWAY =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout/;
const RETRY_AFTER_SECONDS = 2;
const FULL_RETRY_AFTER_SECONDS = 60;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // the socket file of PostgreSQL is missing; other missing files are not meant
  const noSocket = errorCode(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return noSocket || DATABASE_AWAY.has(errorCode(error)) || POOL_AWAY.test(error.message);
}

/** The disk of the database, or the one of the photos. */
const STORAGE_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

const databaseAway = (): AppError =>
  new AppError(503, 'database-away', { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** Raised by the database when the acting person has closed their account while the request was running. */
const NOBODY_NOW = 'P0401';

/** Errors of Fastify as ours. */
const FASTIFY_REFUSALS: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError(415, 'unsupported-media-type'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError(413, 'too-large'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new AppError(400, 'not-json'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new AppError(400, 'not-json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new AppError(400, 'not-json'),
};

/** The issues a schema found; Fastify adds which part of the request they are in. */
export class InvalidInput extends Error {
  readonly issues: readonly z.core.$ZodIssue[];
  validationContext?: string;

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('invalid input');
    this.issues = issues;
  }
}

/** Schemas carry the keys of texts; a check without one has Zod's own message, which is not shown to people. */
const isErrorText = (message: string): message is ErrorText => parseErrorText(message) !== null;

/**
 * Turns Zod issues into our error: 422 with a sentence for each field that a person can correct (missing, too
 * long, out of range); 400 for a body or field of the wrong type, which only a program sends; 404 for a
 * malformed id in the path.
 */
function validationRefusal({ validationContext, issues }: InvalidInput): AppError {
  if (validationContext === 'params') return notFound();
  const fields: Record<string, ErrorText> = {};
  let wrongType = false;
  for (const issue of issues) {
    const field = issue.path.map(String).join('.');
    const missing = issue.input === undefined || issue.input === null;
    // a fractional number has the right type, and a person can correct it
    const isOther = issue.code === 'invalid_type' && issue.expected !== 'int';
    if (!field || (isOther && !missing)) wrongType = true;
    fields[field || 'body'] ??= isErrorText(issue.message) ? issue.message : errorText('invalid');
  }
  return wrongType ? new AppError(400, 'malformed', { fields }) : unprocessable(fields);
}

/** Maps a thrown value to the error to reply with; null for an internal error. */
function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof InvalidInput) return validationRefusal(error);
  const code = errorCode(error);
  const refusal = FASTIFY_REFUSALS[code];
  if (refusal) return refusal();
  if (error instanceof Error && 'statusCode' in error) {
    if (error.statusCode === 400) return new AppError(400, 'not-json');
    // conditions and ranges of files (RFC 9110, 13.1 and 14.2)
    if (error.statusCode === 412) return new AppError(412, 'changed-meanwhile');
    if (error.statusCode === 416) return new AppError(416, 'no-such-range');
  }
  if (code === NOBODY_NOW) return signedOut();
  if (STORAGE_FULL.has(code))
    return new AppError(503, 'storage-full', { retryAfterSeconds: FULL_RETRY_AFTER_SECONDS });
  if (isDatabaseUnavailable(error)) return databaseAway();
  return null;
}

const isErrorKey = (key: string): key is ErrorTextKey => Object.hasOwn(errorTexts.messages, key);

function wordError(language: Language, key: string, params?: TextParams): string {
  return translateInto(language)(errorTexts, isErrorKey(key) ? key : 'invalid', params);
}

export function errorBody({ key, params, fields }: AppError, language: Language): ErrorBody {
  const texts = Object.entries(fields ?? {}).map(([name, text]) => {
    const { key: fieldKey, params: values } = parseErrorText(text) ?? { key: 'invalid', params: {} };
    return { name, fieldKey, values, sentence: wordError(language, fieldKey, values) };
  });
  return {
    ...codeOf(key),
    ...(params && { params }),
    message: texts[0]?.sentence ?? wordError(language, key, params),
    ...(texts.length > 0 && {
      fields: Object.fromEntries(texts.map(({ name, sentence }) => [name, sentence])),
      fieldErrors: Object.fromEntries(
        texts.map(({ name, fieldKey, values }) => [
          name,
          { ...codeOf(fieldKey), ...(Object.keys(values).length > 0 && { params: values }) },
        ]),
      ),
    }),
  };
}

export function sendErrorReply(reply: FastifyReply, refusal: AppError): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  return reply.code(refusal.status).send(errorBody(refusal, requestLanguage(reply.request)));
}

/** Turns every thrown value into a reply, without a stack or SQL. Returns whether a disk was full within the last minute. */
export function setErrorReplies(app: FastifyInstance): () => boolean {
  let fullAtMs = Number.NEGATIVE_INFINITY;
  app.setErrorHandler((error, request, reply) => {
    const refusal = toAppError(error);
    if (refusal) {
      if (refusal.code === 'storage-full') fullAtMs = performance.now();
      if (refusal.code === 'storage-full' && refusal !== error)
        request.log.error(
          { error },
          `the disk of ${errorCode(error) === '53100' ? 'the database' : 'DATA_DIR'} is full: make room on it`,
        );
      // of refusals for overload there is one line for many
      else if (refusal.status === 503 && refusal.code !== 'busy')
        request.log.warn({ code: refusal.code }, 'refused');
      return sendErrorReply(reply, refusal);
    }
    request.log.error({ error }, 'fault');
    const fault: ErrorBody = { code: 'fault', message: wordError(requestLanguage(request), 'fault') };
    return reply.code(500).send(fault);
  });
  return () => performance.now() - fullAtMs < FULL_RETRY_AFTER_SECONDS * 1000;
}
