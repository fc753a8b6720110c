/** The cursor of the next page, out of an answer's `Link: <…?cursor=…>; rel="next"`; null on the last page. */
export function nextCursor(headers: Headers): string | null {
  const links = (headers.get('Link') ?? '').split(/,\s*(?=<)/);
  for (const link of links) {
    const [, address, rest] = /^\s*<([^>]*)>(.*)$/.exec(link) ?? [];
    if (!address || !rest || !/;\s*rel="?next"?/i.test(rest)) continue;
    return new URL(address, 'http://here').searchParams.get('cursor');
  }
  return null;
}
