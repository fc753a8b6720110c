const PLACEHOLDER = '[address]';
/** A shorter part of an address may be any word. */
const MIN_LENGTH = 6;

/** The address as given, and its part before the first comma: street and number. */
const formsOf = (address: string): string[] =>
  [address, address.split(',')[0] ?? '']
    .map((form) => form.trim())
    .filter((form) => form.length >= MIN_LENGTH && /\d/.test(form));

/** Replaces these addresses in a text, ignoring case and spacing. */
export function redactEach(text: string, addresses: readonly string[]): string {
  const forms = [...new Set(addresses.flatMap(formsOf))].toSorted((a, b) => b.length - a.length);
  return forms.reduce((left, form) => {
    const words = form.split(/\s+/).map((word) => RegExp.escape(word));
    return left.replace(new RegExp(words.join('\\s+'), 'giu'), PLACEHOLDER);
  }, text);
}
