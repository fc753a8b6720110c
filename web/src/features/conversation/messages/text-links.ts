export type TextPart = {
  readonly text: string;
  readonly href: string | null;
  /** The host that the link leads to, if the text shows another one; to be displayed beside the link. */
  readonly actualHost: string | null;
};

/** Up to a space, a quotation mark or East Asian punctuation, after which no space follows. */
const ADDRESS = /https?:\/\/[^\s<>"“”«»\u3000-\u303f\uff01-\uff0f\uff1a-\uff1f\uff3b-\uff65]+/giu;
/** Punctuation of any script at the end of a URL that belongs to the sentence. */
const TRAILING = /(?:(?![/\-_)&#%@*])\p{P})+$/u;
/** The host as written: up to a path, query, hash or port. */
const WRITTEN_HOST = /^https?:\/\/([^/?#:]*)/iu;

/** Strips trailing punctuation; a closing bracket stays if it was opened inside the URL. */
function withoutEnding(address: string): string {
  let text = address;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(TRAILING, '');
    if (text.endsWith(')') && text.split(')').length > text.split('(').length) text = text.slice(0, -1);
  }
  return text;
}

/**
 * Whether a tap would call this server instead of opening a page of it: a link that another person wrote must not act
 * for its reader. `%61` is an `a` to the server, and it takes the scheme and `//` as they come.
 */
function isOwnCall({ host, pathname }: URL): boolean {
  if (host !== window.location.host) return false;
  try {
    return /^\/+api(\/|$)/i.test(decodeURIComponent(pathname));
  } catch {
    return true;
  }
}

function webAddress(text: string): URL | null {
  try {
    const url = new URL(text);
    return (url.protocol === 'http:' || url.protocol === 'https:') && !isOwnCall(url) ? url : null;
  } catch {
    return null;
  }
}

/** The actual host if a reader would take it for another one: letters of other scripts, or a name before an @. */
function surprisingHost(text: string, url: URL): string | null {
  const written = WRITTEN_HOST.exec(text)?.[1]?.toLowerCase();
  return written === url.hostname ? null : url.hostname;
}

/** Splits a message into plain text and http(s) links, except to calls of our own. The parts joined are the original text. */
export function splitLinks(content: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  const plainUntil = (end: number) => {
    if (end > done) parts.push({ text: content.slice(done, end), href: null, actualHost: null });
    done = end;
  };
  for (const match of content.matchAll(ADDRESS)) {
    const text = withoutEnding(match[0]);
    const url = webAddress(text);
    if (!url) continue;
    plainUntil(match.index);
    parts.push({ text, href: url.href, actualHost: surprisingHost(text, url) });
    done = match.index + text.length;
  }
  plainUntil(content.length);
  return parts;
}
