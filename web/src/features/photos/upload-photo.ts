import { type Photo, requestUpload, storePhoto } from '@openlarder/domain/photos/photo-contract.ts';
import { call } from '#web/lib/call.ts';
import { HttpError, isUnanswered } from '#web/lib/http-error.ts';
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

/** Whether the same again may go better: no answer, a busy server, or one that is away. */
function isWorthRetrying(error: unknown): boolean {
  if (error instanceof HttpError) return error.status >= 500 || error.status === 429 || error.status === 408;
  return isUnanswered(error);
}

/**
 * Sends a photo: asks for an address, puts the file there, has it made into a picture that can be shown. What
 * fails on the way is tried again after 0, 1, 3 and 5 s; a file that has arrived is not sent twice. Raises the
 * last error, or `AbortError` when cancelled.
 */
export async function uploadPhoto(
  file: Blob,
  settings: PutSettings & { readonly wait?: Wait },
): Promise<Photo> {
  const { signal, onProgress, wait = waitFor } = settings;
  let arrivedAt: string | null = null;
  let lastError: unknown;
  for (const delayMs of RETRY_DELAYS_MS) {
    if (delayMs > 0) await wait(delayMs, signal);
    signal.throwIfAborted();
    const resumed: boolean = arrivedAt !== null;
    try {
      if (arrivedAt === null) {
        onProgress(0);
        const { uploadURL } = await call(requestUpload, { signal });
        await putFile(uploadURL, file, { signal, onProgress });
        arrivedAt = uploadURL;
      }
      return await call(storePhoto, { body: { imageURL: arrivedAt }, signal });
    } catch (error) {
      signal.throwIfAborted();
      lastError = error;
      // An address is good once: if the lost answer to the try before used it up, the file goes again.
      if (resumed && !isWorthRetrying(error)) arrivedAt = null;
      else if (!isWorthRetrying(error)) throw error;
    }
  }
  throw lastError;
}
