import { displayName } from '@openlarder/domain/accounts/person-names.ts';
import { type ErrorText, errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { nameProblem, nameRules, type NameVocabulary, nameWords } from '@openlarder/domain/kernel/names.ts';
import unhomoglyph from 'unhomoglyph';
import type { AppContext } from '#server/platform/app-context.ts';
import { fromLanguageFile, LANGUAGES } from '#server/platform/texts/translate.ts';
import { verifiedOrganizationNames } from '../accounts.store.ts';

/** Small letters in the shape of capitals, which skeletons keep apart from these; kra is the one of k. */
const SMALL_CAPITALS = new Map(
  [...'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkĸkʟlᴍmɴnᴏoᴘpꞯqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz'.matchAll(/(.)(.)/gu)].map(
    ([, from = '', to = '']) => [from, to],
  ),
);

/**
 * The words of a name as a reader sees them (UTS #39, skeleton): characters that look alike are one, in any case. What
 * looks like a capital I (l, 1) is one letter with it.
 */
export function lookOf(name: string): string[] {
  const skeleton = unhomoglyph(name.normalize('NFKC').normalize('NFD')).normalize('NFD');
  return nameWords(unhomoglyph(nameWords(skeleton).join(' '))).map((word) =>
    word
      .replaceAll(/./gu, (letter) => SMALL_CAPITALS.get(letter) ?? letter)
      .replaceAll(/[l1|]/gu, 'i')
      .replaceAll('0', 'o'),
  );
}

const vocabularies = LANGUAGES.map(
  fromLanguageFile('.vocabulary.json', (content) => {
    const { names }: { names: NameVocabulary } = JSON.parse(content);
    return names;
  }),
);
const [exactly, byLook] = [nameRules(vocabularies), nameRules(vocabularies, lookOf)];

/** A word as it looks in the singular, in any of the languages. */
const singularLook = (word: string): string => word.replace(/ies$/u, 'y').replace(/(?<=.{4})e?s?$/u, '');
const looksOf = (words: readonly string[]) => words.flatMap(lookOf).map(singularLook);

/** Words that tell no organization from another: fillers, and those that claim what a verified one is. */
const fillers = new Set(looksOf(vocabularies.flatMap(({ filler, official }) => [...filler, ...official])));

/** The word that stands for all that are read as one: "Ave" and "Avenue"; "St" is "Street" and "Saint". */
const oneOfAlike = new Map<string, string>();
for (const group of vocabularies.flatMap(({ alike }) => alike.map(looksOf))) {
  const known = group.flatMap((word) => oneOfAlike.get(word) ?? []);
  const [one = ''] = [...known, ...group];
  for (const [word, other] of oneOfAlike) if (known.includes(other)) oneOfAlike.set(word, one);
  for (const word of group) oneOfAlike.set(word, one);
}

/** Single letters in a row are one word ("S.O.S."), but for a legal form at their end ("Plan B e.V."). */
const joinedLetters = (words: readonly string[]): string[] =>
  words
    .join(' ')
    .replaceAll(/(?<!\S)\S(?: \S)+(?!\S)/gu, (letters) => {
      const joined = letters.replaceAll(' ', '');
      const form = [...fillers].find((filler) => filler.length > 1 && joined.endsWith(filler)) ?? '';
      return `${joined.slice(0, joined.length - form.length)} ${form}`;
    })
    .split(/ +/u)
    .filter((word) => word !== '');

const comparedWords = (name: string): string[] =>
  joinedLetters(looksOf([name.replaceAll(/['\u2019]s\b/gu, 's')])).map(
    (word) => oneOfAlike.get(word) ?? word,
  );

/** A name as written; people whose names have the same words in another order, or other small words, are others. */
const writtenForm = (name: string): string => comparedWords(name).join('');

/** What names of organizations share that pass as each other: the words without fillers, as written and in any order. */
function formsOf(name: string): string[] {
  const words = comparedWords(name);
  const own = words.filter((word) => !fillers.has(word));
  const kept = own.length > 0 ? own : words;
  return [kept.join(''), kept.toSorted().join('')];
}

/** Why nobody may choose this name, see `nameProblem`; also if it only looks like one of the product's own. */
export function unchoosableName(name: string, community: string, isOrganization = false) {
  const said = nameProblem(name, exactly, { community, isOrganization });
  return said && said !== 'mixed' ? said : nameProblem(name, byLook, { community, isOrganization });
}

type Said = { readonly field: Field; readonly name: string; readonly isWhole: boolean };

/** Which of these names look like that of a verified organization, but for this person's. */
async function likeVerified(
  ctx: AppContext,
  names: readonly Said[],
  exceptId: string | null,
): Promise<readonly Said[]> {
  if (names.length === 0) return [];
  const verified = await verifiedOrganizationNames(ctx.db, exceptId);
  const taken = new Set(verified.flatMap(formsOf));
  const written = new Set(verified.flatMap((name) => [writtenForm(name), ...formsOf(name).slice(0, 1)]));
  return names.filter(({ name, isWhole }) =>
    isWhole ? written.has(writtenForm(name)) : formsOf(name).some((form) => taken.has(form)),
  );
}

export type GivenNames = {
  readonly firstName: string;
  readonly lastName: string;
  readonly organizationName: string | null;
};
type Field = keyof GivenNames;
type NamesBefore = (GivenNames & { readonly id: string; readonly isAdmin: boolean }) | null;

/** An organization's name may be read as one, and so may a first name of several words. */
const mayBeOrganization = (field: Field, { firstName }: GivenNames): boolean =>
  field === 'organizationName' || (field === 'firstName' && nameWords(firstName).length > 1);

/**
 * Names that pass as another's, by field: badges, mixed alphabets, the product's own, and what looks like the name of a
 * verified organization: an organization's, a first name of several words, or a whole name of more than two, as written.
 * Names that are not changed stay. Admins may carry the community's name.
 */
async function refusedNames(ctx: AppContext, given: GivenNames, before: NamesBefore) {
  const refused: Partial<Record<Field, ErrorText>> = {};
  const changed = (['firstName', 'lastName', 'organizationName'] as const).filter(
    (field) => given[field] !== null && given[field] !== (before ? before[field] : ''),
  );
  const community = before?.isAdmin ? '' : ctx.settings.appName;
  for (const field of changed) {
    const problem = unchoosableName(given[field] ?? '', community, mayBeOrganization(field, given));
    // a last name is never seen alone
    if (problem !== 'mark' && problem !== 'mixed' && field === 'lastName') continue;
    if (problem) refused[field] = errorText(`name.${problem}`);
  }
  const wholeName = displayName({ firstName: given.firstName, lastName: given.lastName });
  const isPerson = changed.some((field) => field !== 'organizationName');
  if (isPerson && Object.keys(refused).length === 0 && unchoosableName(wholeName, community) === 'reserved')
    refused.firstName = errorText('name.reserved');
  const said = changed.flatMap((field): Said[] =>
    !refused[field] && mayBeOrganization(field, given)
      ? [{ field, name: given[field] ?? '', isWhole: false }]
      : [],
  );
  if (isPerson && !refused.firstName && nameWords(wholeName).length > 2)
    said.push({ field: 'firstName', name: wholeName, isWhole: true });
  const { adminEmail } = ctx.settings;
  for (const { field } of await likeVerified(ctx, said, before?.id ?? null))
    refused[field] = adminEmail
      ? errorText('name.like-verified', { email: adminEmail })
      : errorText('name.like-verified-ask');
  return refused;
}

/** Whether a new person may carry these names, which someone else chose. */
export async function isAllowedName(
  ctx: AppContext,
  names: Pick<GivenNames, 'firstName' | 'lastName'>,
): Promise<boolean> {
  return Object.keys(await refusedNames(ctx, { ...names, organizationName: null }, null)).length === 0;
}

/** Refuses names that pass as another's with 422 on the field. */
export async function requireAllowedNames(
  ctx: AppContext,
  given: GivenNames,
  before: NamesBefore,
): Promise<void> {
  const refused = await refusedNames(ctx, given, before);
  if (Object.keys(refused).length > 0) throw unprocessable(refused);
}
