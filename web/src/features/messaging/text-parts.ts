export type TextPart = { readonly text: string; readonly href: string | null };

const ADDRESS = /https?:\/\/[^\s<>"“”]+/giu;
/** Marks that end a sentence rather than an address. */
const TRAILING = /[.,;:!?'’)\]}]+$/u;

function webAddress(text: string): string | null {
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}

/** Splits what somebody wrote into plain text and web addresses (http and https only). Nothing is lost or added. */
export function textParts(content: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  const plainUntil = (end: number) => {
    if (end > done) parts.push({ text: content.slice(done, end), href: null });
    done = end;
  };
  for (const match of content.matchAll(ADDRESS)) {
    const text = match[0].replace(TRAILING, '');
    const href = webAddress(text);
    if (!href) continue;
    plainUntil(match.index);
    parts.push({ text, href });
    done = match.index + text.length;
  }
  plainUntil(content.length);
  return parts;
}
