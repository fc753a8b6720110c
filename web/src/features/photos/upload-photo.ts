import { type Photo, requestUpload, storePhoto } from '@openlarder/domain/photos/photo-contract.ts';
import { call } from '#web/lib/call.ts';
import { HttpError, isUnanswered } from '#web/lib/http-error.ts';
import { isWorthRetrying } from './photo-failure.ts';
import { type PutSettings, putFile } from './put-file.ts';

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
      if (isUnanswered(error)) sentTo = uploadURL;
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
