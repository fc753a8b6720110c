import { getResponse, type RequestHandler } from 'msw';

/** The latest comes first. */
const handlers: RequestHandler[] = [];

async function answerOf(request: Request): Promise<Response> {
  const response = await getResponse(handlers, request).catch((error: unknown) => {
    // a request or a response that does not match the contract; an error on the console fails the test
    console.error(`${request.method} ${request.url} was answered wrongly:`, error);
    return undefined;
  });
  if (response && response.type !== 'error') return response;
  if (!response) console.error(`Nothing answers ${request.method} ${request.url}.`);
  throw new TypeError('Failed to fetch');
}

async function fakeFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request =
    input instanceof Request ? new Request(input, init) : new Request(new URL(input, location.href), init);
  const { signal } = request;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    answerOf(request).then(resolve, reject);
  });
}

/** The part of XMLHttpRequest that uploads use. */
class FakeXMLHttpRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  statusText = '';
  responseText = '';
  #address = '';
  #method = '';
  #answerHeaders = new Headers();
  readonly #headers = new Headers();
  readonly #ending = new AbortController();

  open(method: string, address: string): void {
    this.#method = method;
    this.#address = address;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getResponseHeader(name: string): string | null {
    return this.#answerHeaders.get(name);
  }

  abort(): void {
    this.#ending.abort();
  }

  send(file: Blob): void {
    void this.#sendAndTell(file);
  }

  async #sendAndTell(file: Blob): Promise<void> {
    this.dispatchEvent(new Event(await this.#send(file)));
    this.dispatchEvent(new Event('loadend'));
  }

  async #send(file: Blob): Promise<'load' | 'error' | 'abort'> {
    const { signal } = this.#ending;
    try {
      const body = await file.arrayBuffer();
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: file.size, total: file.size }));
      const answered = await fakeFetch(this.#address, {
        method: this.#method,
        headers: this.#headers,
        body,
        signal,
      });
      this.status = answered.status;
      this.statusText = answered.statusText;
      this.#answerHeaders = answered.headers;
      this.responseText = await answered.text();
      return 'load';
    } catch {
      return signal.aborted ? 'abort' : 'error';
    }
  }
}

/** Replaces `fetch` and `XMLHttpRequest` by a fake server. */
export const api = {
  listen(): void {
    Object.assign(globalThis, { fetch: fakeFetch, XMLHttpRequest: FakeXMLHttpRequest });
  },
  /** Adds handlers, which are tried before the earlier ones. */
  use(...added: readonly RequestHandler[]): void {
    handlers.unshift(...added);
  },
  resetHandlers(): void {
    handlers.length = 0;
  },
};
