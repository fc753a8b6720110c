import { pausesMail } from '@openlarder/domain/accounts/mail-refusals.ts';
import type { PersonSummary } from '@openlarder/domain/accounts/account-contract.ts';
import {
  CLOSED_ACCOUNT,
  displayName,
  initials,
  type NameParts,
  publicName,
  publicNameParts,
} from '@openlarder/domain/accounts/person-names.ts';
import { NO_STANDING, type Standing } from '@openlarder/domain/accounts/standing.ts';
import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { Language } from '@openlarder/domain/kernel/languages.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import {
  activeDonors,
  idsOfMembersSeen,
  namesAndStandingOf,
  namesOf,
  personById,
} from '../accounts.store.ts';
import { shownStanding } from '../standing/standing.ts';
import { deviceLanguage } from '#server/platform/http/request-language.ts';
import { supportedLanguage } from '#server/platform/texts/translate.ts';

/** A person as the other side of a conversation sees them. */
export type FullName = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly displayName: string;
  readonly initials: string;
  readonly organizationName: string | null;
  readonly standing: Standing;
};

type StoredName = Awaited<ReturnType<typeof namesOf>>[number];

const namedPeople = async (ctx: AppContext, ids: readonly string[]): Promise<readonly StoredName[]> =>
  ids.length === 0 ? [] : namesOf(ctx.db, { ids: [...new Set(ids)] });

const namePartsOf = (row: Pick<StoredName, 'first_name' | 'last_name' | 'organization_name'>) =>
  ({
    firstName: row.first_name,
    lastName: row.last_name,
    organizationName: row.organization_name,
  }) satisfies NameParts;

/** The public name of a person ("First L."); `isFirstNameOnly` for two people who have a handover but have not met. */
export function summaryOf(row: StoredName, { isFirstNameOnly }: { isFirstNameOnly: boolean }): PersonSummary {
  const names = namePartsOf(row);
  const name = isFirstNameOnly ? displayName({ ...names, lastName: '' }) : publicName(names);
  return {
    id: row.id,
    userType: row.user_type,
    organizationName: row.organization_name,
    ...(row.is_closed ? CLOSED_ACCOUNT : { displayName: name, initials: initials(names) }),
  };
}

/**
 * The public names of these people ("First L."), by id; unknown ids are absent. With `metIds`, people who are not in it
 * get a first name only.
 */
export async function summaries(
  ctx: AppContext,
  ids: readonly string[],
  metIds?: ReadonlySet<string>,
): Promise<Map<string, PersonSummary>> {
  const people = await namedPeople(ctx, ids);
  const isFirstNameOnly = (id: string): boolean => metIds !== undefined && !metIds.has(id);
  return new Map(people.map((row) => [row.id, summaryOf(row, { isFirstNameOnly: isFirstNameOnly(row.id) })]));
}

/** A person by the parts of the name that strangers see. */
export type PublicPerson = Pick<PersonSummary, 'id' | 'userType' | 'organizationName'> & {
  readonly firstName: string;
  readonly lastName: string;
};

/** These people by the parts of their public names, by id; unknown and closed accounts are absent. */
export async function publicPeople(
  ctx: AppContext,
  ids: readonly string[],
): Promise<Map<string, PublicPerson>> {
  const people = (await namedPeople(ctx, ids)).filter(({ is_closed }) => !is_closed);
  return new Map(
    people.map((row) => [
      row.id,
      {
        id: row.id,
        userType: row.user_type,
        organizationName: row.organization_name,
        ...publicNameParts(namePartsOf(row)),
      },
    ]),
  );
}

export async function openAccounts(ctx: AppContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const people = await namedPeople(ctx, ids);
  return new Set(people.flatMap(({ id, is_closed }) => (is_closed ? [] : [id])));
}

/**
 * The full names of these people, by id. With `metIds`, as the other side of a conversation sees them: the last name of
 * those not in it is empty.
 */
export async function fullNames(
  ctx: AppContext,
  ids: readonly string[],
  metIds?: ReadonlySet<string>,
): Promise<Map<string, FullName>> {
  const people = ids.length === 0 ? [] : await namesAndStandingOf(ctx.db, { ids: [...new Set(ids)] });
  return new Map(
    people.map((row) => {
      const { id, is_closed } = row;
      const names = namePartsOf(row);
      const shown = !metIds || metIds.has(id) ? names : { ...names, lastName: '' };
      const letters = initials(names);
      return [
        id,
        {
          id,
          firstName: shown.firstName,
          lastName: shown.lastName,
          organizationName: is_closed ? null : names.organizationName || null,
          standing: is_closed ? NO_STANDING : shownStanding(row),
          ...(is_closed ? CLOSED_ACCOUNT : { displayName: displayName(shown), initials: letters }),
        },
      ];
    }),
  );
}

/** The donors among these people who are neither paused nor closed, by id, with when they were last seen. */
export async function donorsAmong(ctx: AppContext, ids: readonly string[]) {
  if (ids.length === 0) return new Map();
  const rows = await activeDonors(ctx.db, { ids });
  return new Map(rows.map(({ id, seen_at }) => [id, { lastSeenAt: seen_at }]));
}

/** The people with an open account, not paused, who joined before one time and were last seen after another. */
export const membersSeen = (
  ctx: AppContext,
  within: { readonly joinedBefore: Date; readonly seenAfter: Date },
): Promise<string[]> => idsOfMembersSeen(ctx.db, within);

export async function isDonor(ctx: AppContext, personId: string): Promise<boolean> {
  return (await summaries(ctx, [personId])).get(personId)?.userType === 'donor';
}

/** The data in a person's account that decides which food suits them. */
export type FoodProfile = {
  readonly radiusKm: number;
  /** How many people they cook for; null if not set. */
  readonly householdSize: number | null;
  readonly diets: readonly Diet[];
  readonly allergens: readonly Allergen[];
  readonly memberSince: Date;
};

/** Null for an unknown id. */
export async function foodProfile(ctx: AppContext, personId: string): Promise<FoodProfile | null> {
  const person = await personById(ctx.db, personId);
  return person
    ? {
        radiusKm: person.radius_km,
        householdSize: person.household_size,
        diets: person.diets,
        allergens: person.allergens,
        memberSince: person.created_at,
      }
    : null;
}

/** A person as the recipient of a mail. */
export type MailRecipient = {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly language: Language;
  /** Whether mails to them do not mention food. */
  readonly isDiscreet: boolean;
  readonly isVerified: boolean;
  /** Whether mails came back, so that only those about the account are sent. */
  readonly isPaused: boolean;
  /** False for a closed account. */
  readonly isOpen: boolean;
};

/** Null for an unknown id. */
export async function mailRecipient(ctx: AppContext, personId: string): Promise<MailRecipient | null> {
  const person = await personById(ctx.db, personId);
  return person
    ? {
        id: person.id,
        email: person.email,
        firstName: person.first_name,
        language: languageOf(ctx, person),
        isDiscreet: person.discreet,
        isVerified: person.email_verified,
        isPaused: pausesMail(person.mail_refused_at.map(Number)),
        isOpen: person.closed_at === null,
      }
    : null;
}

/** The language of a person's profile, or the community's if the app does not have it. */
export const languageOf = (
  { settings }: AppContext,
  { language }: { readonly language: string | null },
): Language => supportedLanguage([language ?? '']) ?? settings.language;

/**
 * The language in which a person reads the app: their profile's, else their device's, as the app itself shows it, else
 * the community's.
 */
export const shownLanguage = (
  { settings }: AppContext,
  { language }: { readonly language: string | null },
): Language => supportedLanguage([language ?? '']) ?? deviceLanguage() ?? settings.language;

/** The language in which the caller of a request reads its reply. */
export const readerLanguage = async (ctx: AppContext, personId: string): Promise<Language> =>
  shownLanguage(ctx, (await personById(ctx.db, personId)) ?? { language: null });

export type Reader = {
  readonly language: Language;
  /** Whether the texts do not mention food. */
  readonly isDiscreet: boolean;
  /** When that was last switched; null if never. */
  readonly discreetSetAt: Date | null;
};

export async function readerOf(ctx: AppContext, personId: string): Promise<Reader> {
  const person = await personById(ctx.db, personId);
  return {
    language: person ? languageOf(ctx, person) : ctx.settings.language,
    isDiscreet: person?.discreet ?? false,
    discreetSetAt: person?.discreet_set_at ?? null,
  };
}
