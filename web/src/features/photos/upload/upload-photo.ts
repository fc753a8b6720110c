import { t } from '@lingui/core/macro';
import { type Photo, requestUpload, storePhoto } from '@openlarder/domain/photos/photo-contract.ts';
import { call } from '#web/lib/call.ts';
import { errorMessage, HttpError, isNetworkError, NetworkError } from '#web/lib/http-error.ts';
import type { PhotoFailure } from './photo-list.ts';

export type PutSettings = {
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
};

/** A line on which nothing moves for this long is dead, even if nobody has hung up. */
const SILENT_AT_MOST_MS = 60_000;

/**
 * PUTs a file to a signed address, by XMLHttpRequest for its upload progress. Rejects with `HttpError` for a
 * response that is not OK, `NetworkError` if there is none, and `AbortError` if the signal is aborted.
 */
function putFile(url: string, file: Blob, { signal, onProgress }: PutSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    let silence: ReturnType<typeof setTimeout> | undefined;
    const listenOn = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        reject(new NetworkError('The upload got no answer'));
        request.abort();
      }, SILENT_AT_MOST_MS);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      listenOn();
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('loadend', () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
    });
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
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was cancelled', 'AbortError')),
    );
    request.open('PUT', url);
    if (file.type) request.setRequestHeader('Content-Type', file.type);
    request.send(file);
    listenOn();
  });
}

/** The device does not give the file out any more: it has changed or moved, or is not on the device but in a cloud. */
class UnreadableFileError extends Error {}

const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Up to this many seconds of Retry-After are waited for; beyond, the user decides. */
const MAX_RETRY_AFTER_SECONDS = 10;

/** True if the same request may succeed now or in some seconds: no response, a busy or unavailable server. */
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof HttpError)) return isNetworkError(error);
  if (error.status === 429)
    return (error.retryAfterSeconds ?? Number.POSITIVE_INFINITY) <= MAX_RETRY_AFTER_SECONDS;
  return error.status >= 500 || error.status === 408 || error.code === 'upload-expired';
}

export function uploadFailureOf(error: unknown): PhotoFailure {
  if (isNetworkError(error))
    return {
      message: t`We couldn't reach the server. We'll send this photo again once you're back online.`,
      retry: 'when-online',
    };
  if (error instanceof UnreadableFileError)
    return {
      message: t`Your device doesn't give out this photo any more. Please choose it again.`,
      retry: 'never',
    };
  const isFinal = error instanceof HttpError && (error.status === 413 || error.status === 422);
  return { message: errorMessage(error), retry: isFinal ? 'never' : 'on-request' };
}

/** Waits before each try, in milliseconds; long enough for a lift or a tunnel. */
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000] as const;

/** Resolves after `ms`; rejects with the signal's reason if it is aborted before. */
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

/** How long a busy server asks to wait, in milliseconds. */
const retryAfterMs = (error: unknown): number =>
  error instanceof HttpError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;

/**
 * Uploads a photo: requests an address, puts the file there, has the server process it. Failures are retried
 * after 0, 1, 3 and 5 s, or after the server's Retry-After; a file that has arrived is not sent twice, also
 * if its response was lost. Rejects with the last error, or `AbortError` if aborted.
 */
export async function uploadPhoto(
  file: Blob,
  settings: PutSettings & { readonly wait?: Wait },
): Promise<Photo> {
  const { signal, onProgress, wait = waitFor } = settings;
  /** Where the file is, or may be: it was sent and there was no response. */
  let sentTo: string | null = null;
  let lastError: unknown;

  async function send(): Promise<string> {
    onProgress(0);
    const { uploadURL } = await call(requestUpload, { signal });
    try {
      // by the page's own name: a proxy may have another one than the server knows
      const { pathname, search } = new URL(uploadURL, window.location.href);
      await putFile(pathname + search, file, { signal, onProgress });
    } catch (error) {
      if (!isNetworkError(error)) throw error;
      // browsers tell of it as of a lost connection
      if (!(await isReadable(file))) throw new UnreadableFileError();
      sentTo = uploadURL;
      throw error;
    }
    return uploadURL;
  }

  /** The processed photo of a file sent before; null if it has to be sent again. */
  async function pictureOf(uploadURL: string): Promise<Photo | null> {
    try {
      return await call(storePhoto, { body: { imageURL: uploadURL }, signal });
    } catch (error) {
      if (error instanceof HttpError && error.status === 422) return null;
      throw error;
    }
  }

  for (const delayMs of RETRY_DELAYS_MS) {
    const pauseMs = Math.max(delayMs, retryAfterMs(lastError));
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
