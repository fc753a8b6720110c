/** A piece of what somebody wrote. With `href` it is a web address that can be followed. */
export type TextPart = {
  readonly text: string;
  readonly href: string | null;
  /** Where the address really leads, when that is not what is written; to be shown beside it. */
  readonly actualHost: string | null;
};

const ADDRESS = /https?:\/\/[^\s<>"“”]+/giu;
/** Marks that end a sentence rather than an address. */
const TRAILING = /[.,;:!?'’\]}]+$/u;
/** The server's name as it is written: up to a path, a query or a port. */
const WRITTEN_HOST = /^https?:\/\/([^/?#:]*)/iu;

/** Without what ends the sentence; a closing bracket belongs to the address where it was opened in it. */
function withoutEnding(address: string): string {
  let text = address;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(TRAILING, '');
    if (text.endsWith(')') && text.split(')').length > text.split('(').length) text = text.slice(0, -1);
  }
  return text;
}

function webAddress(text: string): URL | null {
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
  } catch {
    return null;
  }
}

/** The host an address leads to when a reader would take it for another: letters of other scripts, or a name before an @. */
function surprisingHost(text: string, url: URL): string | null {
  const written = WRITTEN_HOST.exec(text)?.[1]?.toLowerCase();
  return written === url.hostname ? null : url.hostname;
}

/** Splits what somebody wrote into plain text and web addresses (http and https only). Nothing is lost or added. */
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
