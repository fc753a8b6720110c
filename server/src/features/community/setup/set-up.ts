import type { CommunityDecisions, SetupStart } from '@openlarder/domain/community/setup-contract.ts';
import type { setUpBody } from '@openlarder/domain/community/setup-schemas.ts';
import { errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { instantOfWallClock, wallClock } from '@openlarder/domain/kernel/time.ts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import {
  beginAsOrganizer,
  requireSetupLink,
} from '#server/features/accounts/auth/sign-up/first-organizer.ts';
import type { Visitor } from '#server/features/accounts/auth/session/session-service.ts';
import { sendConfirmationMail } from '#server/features/accounts/mail/account-mail-jobs.ts';
import { readAhead } from '#server/features/places/area-names.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { MailFault } from '#server/platform/mail/mail-fault.ts';
import { mailTexts } from '#server/platform/mail/mail-texts.ts';
import { decideSettings } from '#server/platform/settings/community-settings.ts';
import type { CommunityVariable } from '#server/platform/settings/environment.ts';
import { regionOf } from '#server/platform/settings/region.ts';
import { decidedByOrganizer } from '#server/platform/settings/settings.ts';
import { LANGUAGES, requireLanguage, translateInto } from '#server/platform/texts/translate.ts';
import { loadTowns } from './towns.ts';

/** How long the settings may take to arrive in this process before it answers. */
const CATCH_UP_MS = 2000;

const VARIABLES = {
  appName: 'APP_NAME',
  language: 'LANGUAGE',
  place: 'PLACE',
  timeZone: 'TIME_ZONE',
  country: 'COUNTRY',
  currency: 'CURRENCY',
} as const satisfies Record<keyof CommunityDecisions, CommunityVariable>;
const FIELDS = ['appName', 'language', 'place', 'timeZone', 'country', 'currency'] as const;

/** What the setup begins with: the settings as they are, and which of them variables decide. */
export async function openSetup(ctx: AppContext, token: string): Promise<SetupStart> {
  await requireSetupLink(ctx, token);
  // ready when the first letters are typed
  void loadTowns();
  const { appName, language, place, timeZone, setByOperator } = ctx.settings;
  const { country, currency } = regionOf(ctx.settings);
  return {
    community: { appName, language, place, timeZone, country, currency },
    languages: [...LANGUAGES],
    fixed: FIELDS.flatMap((field) => {
      const variable = VARIABLES[field];
      return setByOperator.includes(variable) ? [{ field, variable }] : [];
    }),
  };
}

/**
 * Stores the settings, begins the account of the first organizer, and mails them the link that confirms their email: the
 * first mail that goes out, whose fault is said.
 */
export async function setUp(ctx: AppContext, visitor: Visitor, body: z.output<typeof setUpBody>) {
  const signedIn = await beginAsOrganizer(ctx, visitor, body, (tx) => decide(tx, body));
  await ctx.eventLog.catchUp(CATCH_UP_MS);
  void readAhead(ctx);
  return { ...signedIn, mailProblem: await mailProblem(ctx, signedIn.user.id) };
}

async function decide(tx: TxContext, community: CommunityDecisions): Promise<void> {
  requireLanguage(community.language);
  const { appName, language, timeZone, country, currency } = community;
  const texts = {
    appName,
    language,
    timeZone,
    country,
    currency,
    place: `${community.place.latitude.toFixed(6)}, ${community.place.longitude.toFixed(6)}`,
  };
  for (const field of FIELDS) {
    const decided = { [VARIABLES[field]]: texts[field] };
    try {
      decidedByOrganizer(decided, { setByOperator: [] });
    } catch {
      throw unprocessable({ [field]: errorText('required.choice') });
    }
    await decideSettings(tx, decided, field === 'timeZone' ? await nextMonthIfCounted(tx) : tx.clock.now());
  }
}

/** Where food has changed hands, its month is counted to the end in the time zone that it began in. */
async function nextMonthIfCounted({ db, clock, settings: { timeZone } }: TxContext): Promise<Date> {
  const now = clock.now();
  const { rows } = await sql`select from handover limit 1`.execute(db);
  if (rows.length === 0) return now;
  const { year, month } = wallClock(now.getTime(), timeZone);
  const first = { year, month: month + 1, day: 1, hour: 0, minute: 0, second: 0 };
  return new Date(instantOfWallClock(first, timeZone));
}

async function mailProblem(ctx: AppContext, personId: string): Promise<string | null> {
  if (!ctx.settings.mail) return null;
  try {
    await sendConfirmationMail(ctx, personId);
    return null;
  } catch (error) {
    if (!(error instanceof MailFault)) throw error;
    const translate = translateInto(ctx.settings.language);
    return translate(mailTexts, `remedy.${error.remedy}`);
  }
}
