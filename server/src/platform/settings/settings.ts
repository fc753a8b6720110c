import path from 'node:path';
import type { CommunityClaims } from '@openlarder/domain/kernel/community-claims.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Language } from '@openlarder/domain/kernel/languages.ts';
import { readOrCreateSecret } from '#server/platform/private-files.ts';
import {
  COMMUNITY_VARIABLES,
  type CommunityTexts,
  type CommunityVariable,
  type Environment,
  type LOG_LEVELS,
  readEnvironment,
  type Variables,
} from '#server/platform/settings/environment.ts';
import {
  type HelpLineSetting,
  hostnameOf,
  isLoopback,
  MIN_SECRET_LENGTH,
} from '#server/platform/settings/variable-kinds.ts';
import type { StoreAddress } from '#server/platform/s3/store-address.ts';
import { errorCode, StartupError } from '#server/platform/startup-error.ts';
import { startupTexts } from '#server/platform/startup-texts.ts';
import { communityLanguage, LANGUAGES } from '#server/platform/texts/translate.ts';

/** What the operator configures; documented in the table of the README. */
export type Settings = {
  readonly port: number;
  readonly host: string;
  /** How many processes answer. */
  readonly processes: number;
  /** The public origin, without a slash at the end. */
  readonly publicUrl: string;
  /**
   * All of our origins: `publicUrl`, and the names of this machine while the app listens on loopback only.
   */
  readonly origins: readonly string[];
  /** Whether `HOST` and `PUBLIC_URL` are this machine's own, so that it is for this machine only. */
  readonly isLocal: boolean;
  readonly secure: boolean;
  /** Absolute path. */
  readonly dataDir: string;
  /**
   * Where a backup is made each night, an absolute path or a bucket, and how many are kept; nowhere if both are null.
   */
  readonly backups: {
    readonly folder: string | null;
    readonly store: StoreAddress | null;
    readonly keep: number;
  };
  /** Null: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Where `databaseUrl` is a pooler's, the address of the server itself; null: `databaseUrl` is. */
  readonly databaseDirectUrl: string | null;
  /** The bucket that has the photos; null: the folder in `dataDir`. */
  readonly photoStore: StoreAddress | null;
  readonly appName: string;
  readonly language: Language;
  /** Of what an organizer can decide, the variables that are set: they win. */
  readonly setByOperator: readonly CommunityVariable[];
  /** IANA name. */
  readonly timeZone: string;
  /** ISO 3166-1, two letters; null: derived from the time zone, see `regionOf`. */
  readonly country: string | null;
  /** ISO 4217, of those in which people can donate; null: the country's. */
  readonly currency: string | null;
  /** Help lines of the community, besides those known for its country. */
  readonly helpLines: readonly HelpLineSetting[];
  readonly sessionSecret: string;
  readonly demo: DemoSetting;
  readonly trustProxy: boolean | string[];
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly rateLimits: boolean;
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  /** The number of mails per day of the community; mails about accounts are always sent. */
  readonly mailPerDay: number;
  readonly adminEmail: string | null;
  /** Where people who want to help can write. */
  readonly volunteerEmail: string | null;
  /** Who runs the community, by name, and how to reach them; null if not said. */
  readonly operator: { readonly name: string; readonly contact: string } | null;
  /** What the law wants said of the operator, and the community's own part of the privacy notice: a paragraph a line. */
  readonly imprint: string | null;
  readonly privacyNote: string | null;
  readonly oidc: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
    /** The name on the button; the host of the issuer by default. */
    readonly name: string;
  } | null;
  /** The community's claims on the donation page; null if it makes none. */
  readonly communityClaims: CommunityClaims | null;
  /** The card provider; null if the community takes no payments. */
  readonly payments: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecret: string;
    /** Without a slash at the end. */
    readonly apiUrl: string;
  } | null;
  readonly mapTiles: { readonly url: string; readonly attribution: string } | null;
  /** Where the community is; null: found by its map or its time zone. */
  readonly place: GeoPoint | null;
  /** Absolute path of the city's archive of vector tiles; null: the map of the world. */
  readonly mapFile: string | null;
  /** Where addresses are looked up: the search of Photon (`…/api`) or Nominatim (`…/search`); null: nowhere. */
  readonly geocoderUrl: string | null;
  /** Absolute path; null: the built-in list. */
  readonly placesFile: string | null;
  /** Side of a cell of the public grid, in meters. */
  readonly cellM: number;
  /** How far food may be and still be near someone. */
  readonly reachKm: number;
};

/** `when-new`: a new database is seeded with the demo. */
export type DemoSetting = 'on' | 'off' | 'when-new';

/**
 * Reads the settings from environment variables; an empty one counts as unset. Throws a StartupError with a
 * line for each fault. Missing secrets are created in the data folder, the only thing that is written, and
 * only if there is no fault.
 */
export function readSettings(env: Environment): Settings {
  const read = readEnvironment(env);
  const dataDir = path.resolve(read.DATA_DIR);
  const origins = originsOf(read.PUBLIC_URL ?? null, read.HOST, read.PORT);
  const isLocal = isLoopback(read.HOST) && isLoopback(hostnameOf(origins[0]));
  const opensDemo = !read.DATABASE_URL && !read.S3_URL && isLocal && read.NODE_ENV !== 'production';
  return {
    port: read.PORT,
    // one address, so that one socket listens
    host: read.HOST === 'localhost' ? '127.0.0.1' : read.HOST,
    // Windows hands connections to several processes unevenly
    processes: process.platform === 'win32' ? 1 : read.PROCESSES,
    publicUrl: origins[0],
    origins,
    isLocal,
    secure: origins[0].startsWith('https:'),
    dataDir,
    backups: {
      folder: read.BACKUP_DIR ? path.resolve(read.BACKUP_DIR) : null,
      store: read.BACKUP_S3_URL ?? null,
      keep: read.BACKUP_KEEP,
    },
    databaseUrl: read.DATABASE_URL ?? null,
    databaseDirectUrl: read.DATABASE_DIRECT_URL ?? null,
    photoStore: read.S3_URL ?? null,
    ...COMMUNITY.APP_NAME(read),
    ...COMMUNITY.LANGUAGE(read),
    ...COMMUNITY.TIME_ZONE(read),
    ...COMMUNITY.COUNTRY(read),
    ...COMMUNITY.CURRENCY(read),
    ...COMMUNITY.PLACE(read),
    setByOperator: COMMUNITY_VARIABLES.filter((name) => isSetByOperator(name, env[name]?.trim() ?? '')),
    helpLines: read.HELP_LINES,
    // demo accounts have known passwords: never in production, beyond this machine only with DEMO=on
    demo: read.DEMO ?? (opensDemo ? 'when-new' : 'off'),
    trustProxy: read.TRUST_PROXY,
    logLevel: read.LOG_LEVEL,
    rateLimits: read.RATE_LIMITS === 'on',
    mail: read.SMTP_URL && read.MAIL_FROM ? { smtpUrl: read.SMTP_URL, from: read.MAIL_FROM } : null,
    mailPerDay: read.MAIL_PER_DAY,
    adminEmail: read.ADMIN_EMAIL ?? null,
    volunteerEmail: read.VOLUNTEER_EMAIL ?? null,
    operator:
      read.OPERATOR_NAME && read.OPERATOR_CONTACT
        ? { name: read.OPERATOR_NAME, contact: read.OPERATOR_CONTACT }
        : null,
    imprint: read.IMPRINT ?? null,
    privacyNote: read.PRIVACY_NOTE ?? null,
    oidc:
      read.OIDC_ISSUER && read.OIDC_CLIENT_ID && read.OIDC_CLIENT_SECRET
        ? {
            issuer: read.OIDC_ISSUER,
            clientId: read.OIDC_CLIENT_ID,
            clientSecret: read.OIDC_CLIENT_SECRET,
            name: read.OIDC_NAME ?? new URL(read.OIDC_ISSUER).host,
          }
        : null,
    communityClaims: read.COMMUNITY_CLAIMS ?? null,
    payments:
      read.STRIPE_SECRET_KEY && read.STRIPE_PUBLISHABLE_KEY && read.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: read.STRIPE_SECRET_KEY,
            publishableKey: read.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: read.STRIPE_WEBHOOK_SECRET,
            apiUrl: read.STRIPE_API_URL,
          }
        : null,
    mapTiles:
      read.MAP_TILE_URL && read.MAP_ATTRIBUTION
        ? { url: read.MAP_TILE_URL, attribution: read.MAP_ATTRIBUTION }
        : null,
    mapFile: read.MAP_FILE ?? null,
    geocoderUrl: read.GEOCODER_URL ?? null,
    placesFile: read.PLACES_FILE ?? null,
    cellM: read.CELL_M,
    reachKm: read.REACH_KM,
    sessionSecret: read.SESSION_SECRET ?? keptIn(dataDir, 'session-secret'),
  };
}

/** What each of the variables that an organizer can decide gives. */
const COMMUNITY = {
  APP_NAME: (read: Variables) => ({ appName: read.APP_NAME }),
  LANGUAGE: (read: Variables) => ({ language: communityLanguage(read.LANGUAGE) }),
  TIME_ZONE: (read: Variables) => ({
    timeZone: read.TIME_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  }),
  COUNTRY: (read: Variables) => ({ country: read.COUNTRY ?? null }),
  CURRENCY: (read: Variables) => ({ currency: read.CURRENCY ?? null }),
  PLACE: (read: Variables) => ({ place: read.PLACE ?? null }),
} satisfies Record<CommunityVariable, (read: Variables) => Partial<Settings>>;

/** Desktops set LANGUAGE for all programs, as a list like `de_AT:de`: that is no decision about the community. */
const isSetByOperator = (name: CommunityVariable, text: string): boolean =>
  name === 'LANGUAGE' ? LANGUAGES.includes(text) : text !== '';

/** What an organizer has decided, where no variable decides. Throws a StartupError for a text that is invalid. */
export function decidedByOrganizer(
  texts: CommunityTexts,
  { setByOperator }: Pick<Settings, 'setByOperator'>,
): Partial<Settings> {
  const read = readEnvironment(texts);
  const open = COMMUNITY_VARIABLES.filter(
    (name) => texts[name] !== undefined && !setByOperator.includes(name),
  );
  return Object.assign({}, ...open.map((name) => COMMUNITY[name](read)));
}

function originsOf(publicUrl: string | null, host: string, port: number): [string, ...string[]] {
  if (publicUrl !== null) return [publicUrl];
  const at = (name: string): string => `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  if (!isLoopback(host)) return [at(host)];
  return [at(host), ...['localhost', '127.0.0.1', '::1'].filter((name) => name !== host).map(at)];
}

/**
 * Decides by the demo setting and the state of the database: `open` the demo in it, `continue` an existing
 * one (seeded again if unfinished), or `none`. Throws a StartupError for a demo where none is allowed, and
 * for a database with other people in it.
 */
export function decideDemo(
  demo: DemoSetting,
  database: { readonly isNew: boolean; readonly isEmpty: boolean; readonly holdsDemo: boolean },
): 'open' | 'continue' | 'none' {
  if (database.holdsDemo) {
    if (demo !== 'off') return 'continue';
    throw new StartupError((translate) => translate(startupTexts, 'demo-refused'));
  }
  if (demo === 'when-new') return database.isNew && database.isEmpty ? 'open' : 'none';
  if (demo === 'on' && !database.isEmpty)
    throw new StartupError((translate) => translate(startupTexts, 'demo-not-empty'));
  return demo === 'on' ? 'open' : 'none';
}

function keptIn(dataDir: string, name: string): string {
  let secret: string;
  try {
    secret = readOrCreateSecret(dataDir, name);
  } catch (error) {
    const details = { folder: dataDir, code: errorCode(error), name };
    throw new StartupError((translate) => translate(startupTexts, 'secret-folder', details));
  }
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  throw new StartupError((translate) =>
    translate(startupTexts, 'secret-cut-off', { file: path.join(dataDir, name) }),
  );
}
