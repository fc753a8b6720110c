import type { IncomingHttpHeaders } from 'node:http';

/** Whether a browser says that the page asking is one of ours, or that nobody but the person asked. */
export type RequestSite = 'same-origin' | 'direct' | 'foreign';

/**
 * Where a request comes from. `Sec-Fetch-Site` is the browser's word and no page can forge it; where it is missing
 * (older browsers, sockets) `Origin` has to be exactly one of ours: no suffixes, no `null`. `direct` is an address
 * typed or a link followed from outside the web.
 */
export function requestSiteOf(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): RequestSite {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return 'same-origin';
  if (site === 'none') return 'direct';
  if (site !== undefined) return 'foreign';
  return headers.origin !== undefined && origins.has(headers.origin) ? 'same-origin' : 'foreign';
}
