import type { IncomingHttpHeaders } from 'node:http';

/** Where a request comes from, by its headers. */
export type RequestSite = 'same-origin' | 'direct' | 'foreign';

/**
 * Classifies the origin of a request. Pages cannot forge `Sec-Fetch-Site`; where it is missing (older
 * browsers, sockets) `Origin` has to equal one of ours. `direct` is a typed address or a link from outside of
 * the web.
 */
export function requestSiteOf(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): RequestSite {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return 'same-origin';
  if (site === 'none') return 'direct';
  if (site !== undefined) return 'foreign';
  return headers.origin !== undefined && origins.has(headers.origin) ? 'same-origin' : 'foreign';
}
