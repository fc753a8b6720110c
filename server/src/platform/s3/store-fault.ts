import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { errorCode, StartupError, type StartupFault } from '../startup-error.ts';
import { storeTexts } from '../startup-texts.ts';

export type StoreTrouble = keyof typeof storeTexts.messages;

const RETRY_AFTER_SECONDS = 5;
const FULL_RETRY_AFTER_SECONDS = 60;

/** A bucket as the operator knows it: its address without credentials, and the variable that names it. */
export type StoreName = { readonly endpoint: string; readonly setting: string };

/**
 * The object store did not do what it was asked for. To people it is 503: `storage-full`, or `photos-away`. `sentence` tells
 * the operator what to do, and names neither key nor secret.
 */
export class StoreFault extends AppError {
  readonly trouble: StoreTrouble;
  /** What it said: a status and code, or the code of a network error. */
  readonly answer: string;
  /** Whether it gave no answer at all. */
  readonly isAway: boolean;
  readonly sentence: StartupFault;

  constructor(
    trouble: StoreTrouble,
    {
      store,
      answer,
      isAway = false,
    }: { readonly store: StoreName; readonly answer: string; readonly isAway?: boolean },
  ) {
    const isFull = trouble === 'full';
    super(503, isFull ? 'storage-full' : 'photos-away', {
      retryAfterSeconds: isFull ? FULL_RETRY_AFTER_SECONDS : RETRY_AFTER_SECONDS,
    });
    this.trouble = trouble;
    this.answer = answer;
    this.isAway = isAway;
    this.sentence = (translate) =>
      translate(storeTexts, trouble, { setting: store.setting, store: store.endpoint, answer });
  }
}

/** Runs `work` of a start or a command; throws a StartupError, which says what to do, for a StoreFault. */
export async function sayingWhatToDo<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StoreFault ? new StartupError(error.sentence) : error;
  }
}

/** By the codes of S3's error replies, and those of the stores that speak it. */
const BY_CODE: Readonly<Record<string, StoreTrouble>> = {
  InvalidAccessKeyId: 'key-unknown',
  SignatureDoesNotMatch: 'secret-wrong',
  AccessDenied: 'forbidden',
  AllAccessDisabled: 'forbidden',
  AccountProblem: 'forbidden',
  NoSuchBucket: 'no-bucket',
  RequestTimeTooSkewed: 'clock',
  AuthorizationHeaderMalformed: 'region',
  PermanentRedirect: 'region',
  TemporaryRedirect: 'region',
  QuotaExceeded: 'full',
  StorageFull: 'full',
  InsufficientStorage: 'full',
  XMinioStorageFull: 'full',
  XMinioAdminBucketQuotaExceeded: 'full',
  SlowDown: 'busy',
  ServiceUnavailable: 'busy',
  InternalError: 'busy',
  RequestTimeout: 'busy',
};

const INSUFFICIENT_STORAGE = 507;

/** The trouble that a reply tells of. `code` is that of its XML; empty for a reply that no store gives. */
export function troubleOf(status: number, code: string): StoreTrouble {
  const known = BY_CODE[code];
  if (known) return known;
  if (status === INSUFFICIENT_STORAGE) return 'full';
  if (status >= 300 && status < 400 && code !== '') return 'region';
  if (status >= 500 || status === 429) return 'busy';
  return code === '' ? 'no-store' : 'refused';
}

const BY_NETWORK_CODE: Readonly<Record<string, StoreTrouble>> = {
  ENOTFOUND: 'host-unknown',
  EAI_AGAIN: 'host-unknown',
  ECONNREFUSED: 'nothing-there',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no-tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no-tls',
};
/** What is said of a call that took too long. */
export const TIMED_OUT = 'ETIMEDOUT';
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS/;

/** The trouble of a call without a whole reply, and its code. */
export function networkTroubleOf(error: unknown): {
  readonly trouble: StoreTrouble;
  readonly answer: string;
} {
  if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name))
    return { trouble: 'no-answer', answer: TIMED_OUT };
  const cause = error instanceof Error ? error.cause : undefined;
  const code = errorCode(cause) || errorCode(error) || 'ECONNRESET';
  const trouble = BY_NETWORK_CODE[code] ?? (CERTIFICATE.test(code) ? 'certificate' : 'no-answer');
  return { trouble, answer: code };
}
