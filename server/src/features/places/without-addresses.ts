const STANDS_FOR = '[address]';
/** A shorter beginning of an address may be any word. */
const SHORTEST = 6;

/** An address as it was given, and its part before the first comma: the street and the number. */
const formsOf = (address: string): string[] =>
  [address, address.split(',')[0] ?? '']
    .map((form) => form.trim())
    .filter((form) => form.length >= SHORTEST && /\d/.test(form));

/** The text with none of these addresses in it, however their letters are cased and their words spaced. */
export function withoutEach(text: string, addresses: readonly string[]): string {
  const forms = [...new Set(addresses.flatMap(formsOf))].toSorted((a, b) => b.length - a.length);
  return forms.reduce((left, form) => {
    const words = form.split(/\s+/).map((word) => RegExp.escape(word));
    return left.replace(new RegExp(words.join('\\s+'), 'giu'), STANDS_FOR);
  }, text);
}
