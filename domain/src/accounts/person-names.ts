/** The parts of a person's name; absent and empty are equivalent. */
export type NameParts = {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly organizationName?: string | null | undefined;
};

/** How others see a person whose account is closed. */
export const CLOSED_ACCOUNT = { displayName: 'Deleted account', initials: '–' } as const;

const trimmed = (text: string | null | undefined): string => text?.trim() ?? '';
const firstLetter = (text: string): string => (Array.from(text)[0] ?? '').toLocaleUpperCase();

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
  if (organization) return Array.from(organization).slice(0, 2).join('').toLocaleUpperCase();
  const first = trimmed(person.firstName);
  if (!first) return 'A';
  return firstLetter(first) + firstLetter(trimmed(person.lastName));
}

export function avatarInitials(person: NameParts & { readonly email?: string | null | undefined }): string {
  const letters = firstLetter(trimmed(person.firstName)) + firstLetter(trimmed(person.lastName));
  return letters || firstLetter(trimmed(person.email)) || 'U';
}
