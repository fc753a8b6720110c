import { t } from '@lingui/core/macro';
import { HttpError, isUnanswered, sentenceOf } from '#web/lib/http-error.ts';
import type { PhotoFailure } from './photo-list.ts';

/** Waits this long are made by themselves; for longer ones the person decides. */
const PATIENCE_SECONDS = 10;

/** Whether the same again, at once or in some seconds, may go better: no answer, a busy server, or one that is away. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof HttpError)) return isUnanswered(error);
  if (error.status === 429) return (error.retryAfterSeconds ?? Number.POSITIVE_INFINITY) <= PATIENCE_SECONDS;
  return error.status >= 500 || error.status === 408 || error.code === 'upload-expired';
}

/** What a person is told about a photo that did not arrive, and whether trying again makes sense. */
export function failureOf(error: unknown): PhotoFailure {
  if (isUnanswered(error))
    return {
      sentence: t`We could not reach the server. This photo goes out again when the connection is back.`,
      again: 'when-online',
    };
  const isFinal = error instanceof HttpError && (error.status === 413 || error.status === 422);
  return { sentence: sentenceOf(error), again: isFinal ? 'never' : 'when-asked' };
}
