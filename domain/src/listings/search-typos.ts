/**
 * Whether one word becomes the other by at most one edit: a letter put in, left out or replaced, or two neighbours
 * swapped. Letters are code points.
 */
export function isWithinOneEdit(a: string, b: string): boolean {
  if (a === b) return true;
  const [of, other] = [Array.from(a), Array.from(b)];
  return of.length <= other.length ? isOneEdit(of, other) : isOneEdit(other, of);
}

/** Whether one edit makes the longer word of the shorter; they differ. */
function isOneEdit(shorter: readonly string[], longer: readonly string[]): boolean {
  const extra = longer.length - shorter.length;
  if (extra > 1) return false;
  let from = 0;
  while (from < shorter.length && shorter[from] === longer[from]) from++;
  const isRestSame = (ofShorter: number, ofLonger: number): boolean =>
    shorter.slice(ofShorter).join('') === longer.slice(ofLonger).join('');
  if (extra === 1) return isRestSame(from, from + 1);
  const isSwapped = shorter[from] === longer[from + 1] && shorter[from + 1] === longer[from];
  return isRestSame(from + 1, from + 1) || (isSwapped && isRestSame(from + 2, from + 2));
}
