import { vi } from 'vitest';

/** Node's cannot hold a file of this page. */
class FileResponse {
  readonly headers: Headers;
  readonly #file: File;
  constructor(file: File, { headers }: { readonly headers: HeadersInit }) {
    this.#file = file;
    this.headers = new Headers(headers);
  }
  blob = async () => this.#file;
}

/** One browser cache for all names, which this environment lacks. */
export function fakeCache() {
  const stored = new Map<string, Response>();
  const at = (path: string | Request) =>
    new URL(typeof path === 'string' ? path : path.url, 'http://localhost').href;
  const cache = {
    keys: async () => [...stored.keys()].map((url) => new Request(url)),
    match: async (path: string | Request) => stored.get(at(path)),
    put: async (path: string, response: Response) => void stored.set(at(path), response),
    delete: async (path: string | Request) => stored.delete(at(path)),
  };
  vi.stubGlobal('Response', FileResponse);
  vi.stubGlobal('caches', { open: async () => cache, keys: async () => [], delete: async () => true });
  return { names: () => [...stored.keys()].map((url) => new URL(url).pathname), stored, at };
}
