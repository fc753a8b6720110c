/** The parts of a person's name; absent and empty are equivalent. */
export type NameParts = {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly organizationName?: string | null | undefined;
};

/** How others see a person whose account is closed. */
export const CLOSED_ACCOUNT = { displayName: 'Deleted account', initials: '–' } as const;

const trimmed = (text: string | null | undefined): string => text?.trim() ?? '';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** The first `count` characters as people see them (UAX #29): a whole flag or family, a letter with its marks. */
const firstOf = (text: string, count: number): string =>
  Array.from(graphemes.segment(text.slice(0, 100)), ({ segment }) => segment)
    .slice(0, count)
    .map(titleCase)
    .join('');

/** A capital at the beginning of a word: "Ss" for "ß"; Georgian has no such capitals. */
function titleCase(letter: string): string {
  if (/^\p{Script=Georgian}/u.test(letter)) return letter;
  const upper = letter.toLocaleUpperCase();
  const [first = '', ...rest] = Array.from(upper);
  return Array.from(letter).length < rest.length + 1 ? first + rest.join('').toLocaleLowerCase() : upper;
}
const firstLetter = (text: string): string => firstOf(text, 1);

/** Organization name, else first plus last name, else first name, else "Anonymous User". */
export function displayName(person: NameParts): string {
  const organization = trimmed(person.organizationName);
  if (organization) return organization;
  const first = trimmed(person.firstName);
  if (!first) return 'Anonymous User';
  return [first, trimmed(person.lastName)].filter(Boolean).join(' ');
}

/**
 * First name and initial of the last one, as strangers see them; both empty for an organization, which has its own
 * name.
 */
export function publicNameParts(person: NameParts): {
  readonly firstName: string;
  readonly lastName: string;
} {
  if (trimmed(person.organizationName)) return { firstName: '', lastName: '' };
  const last = firstLetter(trimmed(person.lastName));
  return { firstName: trimmed(person.firstName), lastName: last ? `${last}.` : '' };
}

/** The name as strangers see it: an organization in full, a person as "First L.". */
export const publicName = (person: NameParts): string =>
  displayName({ ...person, ...publicNameParts(person) });

/** First two letters of the organization, else first letters of first and last name, else of the first, else "A". */
export function initials(person: NameParts): string {
  const organization = trimmed(person.organizationName);
  if (organization) return firstOf(organization, 2);
  const first = trimmed(person.firstName);
  if (!first) return 'A';
  return firstLetter(first) + firstLetter(trimmed(person.lastName));
}

export function avatarInitials(person: NameParts & { readonly email?: string | null | undefined }): string {
  const letters = firstLetter(trimmed(person.firstName)) + firstLetter(trimmed(person.lastName));
  return letters || firstLetter(trimmed(person.email)) || 'U';
}
