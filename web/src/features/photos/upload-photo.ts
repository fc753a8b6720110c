import { type Photo, requestUpload, storePhoto } from '@openlarder/domain/photos/photo-contract.ts';
import { t } from '@lingui/core/macro';
import { call } from '#web/lib/call.ts';
import { HttpError, isNetworkError, errorMessage, NetworkError } from '#web/lib/http-error.ts';
import type { PhotoFailure } from './photo-list.ts';

export type PutSettings = {
  readonly signal: AbortSignal;
  /** Share of the bytes that have gone out, 0 to 1. */
  readonly onProgress: (share: number) => void;
};

/**
 * PUTs a file to a signed address. `fetch` cannot tell how much has gone out, so this is XMLHttpRequest. Raises
 * `HttpError` for an answer that is not OK, `NetworkError` when none came, `AbortError` when the signal says so.
 */
function putFile(url: string, file: Blob, { signal, onProgress }: PutSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) {
        onProgress(1);
        resolve();
      } else {
        reject(
          new HttpError(
            request.status,
            request.responseText,
            request.statusText,
            request.getResponseHeader('Retry-After'),
          ),
        );
      }
    });
    request.addEventListener('error', () => reject(new NetworkError('The upload got no answer')));
    request.addEventListener('timeout', () => reject(new NetworkError('The upload got no answer')));
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was cancelled', 'AbortError')),
    );
    request.open('PUT', url);
    if (file.type) request.setRequestHeader('Content-Type', file.type);
    request.send(file);
  });
}

/** Waits this long are made by themselves; for longer ones the person decides. */
const PATIENCE_SECONDS = 10;

/** Whether the same again, at once or in some seconds, may go better: no answer, a busy server, or one that is away. */
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof HttpError)) return isNetworkError(error);
  if (error.status === 429) return (error.retryAfterSeconds ?? Number.POSITIVE_INFINITY) <= PATIENCE_SECONDS;
  return error.status >= 500 || error.status === 408 || error.code === 'upload-expired';
}

/** What a person is told about a photo that did not arrive, and whether trying again makes sense. */
export function uploadFailureOf(error: unknown): PhotoFailure {
  if (isNetworkError(error))
    return {
      sentence: t`We could not reach the server. This photo goes out again when the connection is back.`,
      again: 'when-online',
    };
  const isFinal = error instanceof HttpError && (error.status === 413 || error.status === 422);
  return { sentence: errorMessage(error), again: isFinal ? 'never' : 'when-asked' };
}

/** Waits before each try, in milliseconds: a lift or a tunnel is over in a few seconds. */
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000] as const;

/** Resolves after `ms`; rejects with the signal's reason when it is aborted before. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const waitFor: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('Waiting was cancelled', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });

/** How long a busy server asks us to wait, in milliseconds. */
const askedForMs = (error: unknown): number =>
  error instanceof HttpError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;

/**
 * Sends a photo: asks for an address, puts the file there, has it made into a picture that can be shown. What
 * fails on the way is tried again after 0, 1, 3 and 5 s, or when a busy server asks for it; a file that has arrived
 * is not sent twice, not even when the answer to it was lost. Raises the last error, or `AbortError` when cancelled.
 */
export async function uploadPhoto(
  file: Blob,
  settings: PutSettings & { readonly wait?: Wait },
): Promise<Photo> {
  const { signal, onProgress, wait = waitFor } = settings;
  /** Where the file is, or may be: it went out and no answer came. */
  let sentTo: string | null = null;
  let lastError: unknown;

  async function send(): Promise<string> {
    onProgress(0);
    const { uploadURL } = await call(requestUpload, { signal });
    try {
      await putFile(uploadURL, file, { signal, onProgress });
    } catch (error) {
      if (isNetworkError(error)) sentTo = uploadURL;
      throw error;
    }
    return uploadURL;
  }

  /** The picture of what was sent before; null when it has to be sent again. */
  async function pictureOf(uploadURL: string): Promise<Photo | null> {
    try {
      return await call(storePhoto, { body: { imageURL: uploadURL }, signal });
    } catch (error) {
      if (error instanceof HttpError && error.status === 422) return null;
      throw error;
    }
  }

  for (const delayMs of RETRY_DELAYS_MS) {
    const pauseMs = Math.max(delayMs, askedForMs(lastError));
    if (pauseMs > 0) await wait(pauseMs, signal);
    signal.throwIfAborted();
    try {
      if (sentTo !== null) {
        const photo = await pictureOf(sentTo);
        if (photo) return photo;
        sentTo = null;
      }
      sentTo = await send();
      return await call(storePhoto, { body: { imageURL: sentTo }, signal });
    } catch (error) {
      signal.throwIfAborted();
      lastError = error;
      if (!isWorthRetrying(error)) throw error;
    }
  }
  throw lastError;
}
