/** The `Link` header to the next page of the list at `url`; no header behind the last page. */
export function nextPageLink(url: string, cursor: string | null): Readonly<Record<string, string>> {
  if (cursor === null) return {};
  const [path = '', query = ''] = url.split('?');
  const params = new URLSearchParams(query);
  params.set('cursor', cursor);
  return { link: `<${path}?${params.toString()}>; rel="next"` };
}
