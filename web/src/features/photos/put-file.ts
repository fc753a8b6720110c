import { HttpError, UnansweredError } from '#web/lib/http-error.ts';

export type PutSettings = {
  readonly signal: AbortSignal;
  /** Share of the bytes that have gone out, 0 to 1. */
  readonly onProgress: (share: number) => void;
};

/**
 * PUTs a file to a signed address. `fetch` cannot tell how much has gone out, so this is XMLHttpRequest. Raises
 * `HttpError` for an answer that is not OK, `UnansweredError` when none came, `AbortError` when the signal says so.
 */
export function putFile(url: string, file: Blob, { signal, onProgress }: PutSettings): Promise<void> {
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
    request.addEventListener('error', () => reject(new UnansweredError('The upload got no answer')));
    request.addEventListener('timeout', () => reject(new UnansweredError('The upload got no answer')));
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was cancelled', 'AbortError')),
    );
    request.open('PUT', url);
    if (file.type) request.setRequestHeader('Content-Type', file.type);
    request.send(file);
  });
}
