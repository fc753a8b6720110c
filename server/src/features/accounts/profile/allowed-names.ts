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

/** Which of these names look like that of a verified organization, but for this person's. */
async function likeVerified(
  ctx: AppContext,
  names: readonly string[],
  exceptId: string | null,
): Promise<ReadonlySet<string>> {
  const verified = await verifiedOrganizationNames(ctx.db, exceptId);
  const taken = new Set(verified.flatMap(formsOf));
  return new Set(names.filter((name) => formsOf(name).some((form) => taken.has(form))));
}

/** A first name of several words may be read as an organization's, and so may a whole name of more than two. */
const readsAsOrganization = (firstName: string): boolean => nameWords(firstName).length > 1;
const wholeNameReadsAsOrganization = (name: string): boolean => nameWords(name).length > 2;

/** Whether a person may carry these names, which someone else chose, as `requireAllowedNames` decides for a new one. */
export async function isAllowedName(
  ctx: AppContext,
  { firstName, lastName }: Pick<GivenNames, 'firstName' | 'lastName'>,
): Promise<boolean> {
  const [isLong, community] = [readsAsOrganization(firstName), ctx.settings.appName];
  if (unchoosableName(firstName, community, isLong)) return false;
  const wholeName = displayName({ firstName, lastName });
  if (unchoosableName(wholeName, community)) return false;
  const names = [
    ...(isLong ? [firstName] : []),
    ...(wholeNameReadsAsOrganization(wholeName) ? [wholeName] : []),
  ];
  return names.length === 0 || (await likeVerified(ctx, names, null)).size === 0;
}

export type GivenNames = {
  readonly firstName: string;
  readonly lastName: string;
  readonly organizationName: string | null;
};
type Field = keyof GivenNames;

const mayBeOrganization = (field: Field, { firstName }: GivenNames): boolean =>
  field === 'organizationName' || (field === 'firstName' && readsAsOrganization(firstName));

/**
 * Refuses names that pass as another's with 422 on the field: badges, mixed alphabets, the product's own, and for an
 * organization, or a first name of several words, what looks like the name of a verified organization. Names that are
 * not changed stay. Admins may carry the community's name.
 */
export async function requireAllowedNames(
  ctx: AppContext,
  given: GivenNames,
  before: (GivenNames & { readonly id: string; readonly isAdmin: boolean }) | null,
): Promise<void> {
  const changed = (['firstName', 'lastName', 'organizationName'] as const).filter(
    (field) => given[field] !== null && given[field] !== (before ? before[field] : ''),
  );
  if (changed.length === 0) return;
  const community = before?.isAdmin ? '' : ctx.settings.appName;
  const refused: Partial<Record<Field, ErrorText>> = {};
  for (const field of changed) {
    const isOrganization = mayBeOrganization(field, given);
    const problem = unchoosableName(given[field] ?? '', community, isOrganization);
    // a last name is never seen alone
    if (problem !== 'mark' && problem !== 'mixed' && field === 'lastName') continue;
    if (problem) refused[field] = errorText(`name.${problem}`);
  }
  const wholeName = displayName({ firstName: given.firstName, lastName: given.lastName });
  const isPerson = changed.some((field) => field !== 'organizationName');
  if (isPerson && Object.keys(refused).length === 0 && unchoosableName(wholeName, community) === 'reserved')
    refused.firstName = errorText('name.reserved');
  const asOrganization = changed.flatMap((field): [Field, string][] =>
    !refused[field] && mayBeOrganization(field, given) ? [[field, given[field] ?? '']] : [],
  );
  if (isPerson && !refused.firstName && wholeNameReadsAsOrganization(wholeName))
    asOrganization.push(['firstName', wholeName]);
  if (asOrganization.length > 0) {
    const names = asOrganization.map(([, name]) => name);
    const taken = await likeVerified(ctx, names, before?.id ?? null);
    const { adminEmail } = ctx.settings;
    for (const [field, name] of asOrganization)
      if (taken.has(name))
        refused[field] = adminEmail
          ? errorText('name.like-verified', { email: adminEmail })
          : errorText('name.like-verified-ask');
  }
  if (Object.keys(refused).length > 0) throw unprocessable(refused);
}
