import type { IncomingHttpHeaders } from 'node:http';

/** Where a request comes from, by its headers. */
export type RequestSite = 'same-origin' | 'direct' | 'no-browser' | 'foreign';

/**
 * Classifies the origin of a request. Pages cannot forge `Sec-Fetch-Site`; where it is missing (older
 * browsers, sockets) `Origin` has to equal one of ours. `direct` is a typed address or a link from outside of
 * the web. `same-origin` alone says only that the page came from the address that it calls: someone else's name
 * may lead to this server, so that the name has to be ours, too. `no-browser` has neither header: browsers send at
 * least one of them with every write and every socket.
 */
export function requestSiteOf(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): RequestSite {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return isOurName(headers, origins) ? 'same-origin' : 'foreign';
  if (site === 'none') return 'direct';
  if (site !== undefined) return 'foreign';
  if (headers.origin !== undefined) return origins.has(headers.origin) ? 'same-origin' : 'foreign';
  return isBrowser(headers) ? 'foreign' : 'no-browser';
}

/** What old browsers send with the forms of other pages, which have neither header. */
const FORM_TYPES = /^\s*(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

const isBrowser = ({ referer, 'content-type': type }: IncomingHttpHeaders): boolean =>
  referer !== undefined || (type !== undefined && FORM_TYPES.test(type));

/** Whether a write or a socket is accepted: from a page of ours, or from a program that is no browser. */
export function isOwnWrite(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): boolean {
  const site = requestSiteOf(headers, origins);
  return site === 'same-origin' || site === 'no-browser';
}

/**
 * Whether the page's address has one of our names: by `Origin`, which browsers send with writes, else `Referer`, else
 * `Host`, which a proxy may have changed. A forwarded port may differ.
 */
function isOurName({ origin, referer, host }: IncomingHttpHeaders, origins: ReadonlySet<string>): boolean {
  const name = nameOf(origin ?? referer ?? `http://${host ?? ''}`);
  return name !== null && [...origins].some((ours) => nameOf(ours) === name);
}

const nameOf = (url: string): string | null => URL.parse(url)?.hostname ?? null;
