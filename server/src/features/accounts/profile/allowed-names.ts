import { displayName } from '@openlarder/domain/accounts/person-names.ts';
import { type ErrorText, errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { nameProblem, nameWords } from '@openlarder/domain/kernel/names.ts';
import unhomoglyph from 'unhomoglyph';
import type { AppContext } from '#server/platform/app-context.ts';
import { verifiedOrganizationNames } from '../accounts.store.ts';

/** Words that claim what a verified organization is, and so do not tell a name from its. */
const CLAIMS: ReadonlySet<string> = new Set(['official', 'oficial', 'offiziell', 'the', 'real', 'tm']);

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

const claimsLook = new Set([...CLAIMS].flatMap(lookOf));
const looks = (name: string): string =>
  lookOf(name)
    .filter((word) => !claimsLook.has(word))
    .join('');

/** Why nobody may choose this name, see `nameProblem`; also if it only looks like one of the product's own. */
export function unchoosableName(name: string, community: string, isOrganization = false) {
  const exactly = nameProblem(name, { community, isOrganization });
  if (exactly && exactly !== 'mixed') return exactly;
  return nameProblem(name, { community, isOrganization, wordsOf: lookOf });
}

/** Which of these names look like that of a verified organization, but for this person's. */
async function likeVerified(
  ctx: AppContext,
  names: readonly string[],
  exceptId: string | null,
): Promise<ReadonlySet<string>> {
  const verified = await verifiedOrganizationNames(ctx.db, exceptId);
  const taken = new Set(verified.map(looks));
  return new Set(names.filter((name) => taken.has(looks(name))));
}

/** A first name of several words may be read as an organization's. */
const readsAsOrganization = (firstName: string): boolean => nameWords(firstName).length > 1;

/** Whether a person may carry these names, which someone else chose, as `requireAllowedNames` decides for a new one. */
export async function isAllowedName(
  ctx: AppContext,
  { firstName, lastName }: Pick<GivenNames, 'firstName' | 'lastName'>,
): Promise<boolean> {
  const [isLong, community] = [readsAsOrganization(firstName), ctx.settings.appName];
  if (unchoosableName(firstName, community, isLong)) return false;
  if (unchoosableName(displayName({ firstName, lastName }), community)) return false;
  return !isLong || (await likeVerified(ctx, [firstName], null)).size === 0;
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
  const asOrganization = changed.filter((field) => !refused[field] && mayBeOrganization(field, given));
  if (asOrganization.length > 0) {
    const names = asOrganization.map((field) => given[field] ?? '');
    const taken = await likeVerified(ctx, names, before?.id ?? null);
    const { adminEmail } = ctx.settings;
    for (const field of asOrganization)
      if (taken.has(given[field] ?? ''))
        refused[field] = adminEmail
          ? errorText('name.like-verified', { email: adminEmail })
          : errorText('name.like-verified-ask');
  }
  if (Object.keys(refused).length > 0) throw unprocessable(refused);
}
