import path from 'node:path';
import { readOrCreateSecret } from '#server/platform/settings/secret-file.ts';
import {
  type Environment,
  type HelpLineSetting,
  isLoopback,
  type LOG_LEVELS,
  MIN_SECRET_LENGTH,
  readEnvironment,
} from '#server/platform/settings/environment.ts';
import { errorCode, StartupError } from '#server/platform/startup-error.ts';

const LANGUAGES = ['en'] as const;

/** What the operator decides; the README's table says it in words. Times, places and money are not among it. */
export type Settings = {
  readonly port: number;
  readonly host: string;
  /** The origin people type, without a slash at the end. */
  readonly publicUrl: string;
  /** Every origin that is ours: `publicUrl`, and the names of this machine while it serves itself alone. */
  readonly origins: readonly string[];
  /** Whether people reach us by https. */
  readonly secure: boolean;
  /** Absolute. */
  readonly dataDir: string;
  /** Null: PostgreSQL of our own in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly appName: string;
  readonly language: (typeof LANGUAGES)[number];
  /** IANA name. */
  readonly timeZone: string;
  /** Two letters of ISO 3166-1; null: as far as the time zone says. */
  readonly country: string | null;
  /** Where else people find help, besides what is known of their country. */
  readonly helpLines: readonly HelpLineSetting[];
  readonly sessionSecret: string;
  readonly placeSecret: string;
  readonly demo: DemoSetting;
  readonly trustProxy: boolean | string[];
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly rateLimits: boolean;
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  /** How many mails may go out on one day of the community; those about an account always do. */
  readonly mailPerDay: number;
  readonly adminEmail: string | null;
  readonly oidc: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
    /** What people call it, on the button; the issuer's host when nobody says. */
    readonly name: string;
  } | null;
  readonly mapTiles: { readonly url: string; readonly attribution: string } | null;
  /** Absolute; null: the list that is shipped. */
  readonly placesFile: string | null;
};

/** `when-new`: a database that has just been made becomes the demo. */
export type DemoSetting = 'on' | 'off' | 'when-new';

/**
 * Reads every setting from the environment; an empty variable counts as unset. Throws one StartupError with a line for
 * each that cannot be used. Secrets that are not set are made and kept in the data folder: only then, and when nothing
 * else is wrong, is anything written.
 */
export function readSettings(env: Environment): Settings {
  const read = readEnvironment(env);
  const dataDir = path.resolve(read.DATA_DIR);
  const origins = originsOf(read.PUBLIC_URL ?? null, read.HOST, read.PORT);
  const opensDemo = !read.DATABASE_URL && isLoopback(read.HOST) && read.NODE_ENV !== 'production';
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: origins[0],
    origins,
    secure: origins[0].startsWith('https:'),
    dataDir,
    databaseUrl: read.DATABASE_URL ?? null,
    appName: read.APP_NAME,
    language: languageOf(read.LANGUAGE ?? null),
    timeZone: read.TIME_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    country: read.COUNTRY ?? null,
    helpLines: read.HELP_LINES,
    // demo accounts have known passwords: beyond this machine only when asked for, in production never
    demo: read.DEMO ?? (opensDemo ? 'when-new' : 'off'),
    trustProxy: read.TRUST_PROXY,
    logLevel: read.LOG_LEVEL,
    rateLimits: read.RATE_LIMITS === 'on',
    mail: read.SMTP_URL && read.MAIL_FROM ? { smtpUrl: read.SMTP_URL, from: read.MAIL_FROM } : null,
    mailPerDay: read.MAIL_PER_DAY,
    adminEmail: read.ADMIN_EMAIL ?? null,
    oidc:
      read.OIDC_ISSUER && read.OIDC_CLIENT_ID && read.OIDC_CLIENT_SECRET
        ? {
            issuer: read.OIDC_ISSUER,
            clientId: read.OIDC_CLIENT_ID,
            clientSecret: read.OIDC_CLIENT_SECRET,
            name: read.OIDC_NAME ?? new URL(read.OIDC_ISSUER).host,
          }
        : null,
    mapTiles:
      read.MAP_TILE_URL && read.MAP_ATTRIBUTION
        ? { url: read.MAP_TILE_URL, attribution: read.MAP_ATTRIBUTION }
        : null,
    placesFile: read.PLACES_FILE ?? null,
    sessionSecret: read.SESSION_SECRET ?? keptIn(dataDir, 'session-secret'),
    placeSecret: read.PLACE_SECRET ?? keptIn(dataDir, 'place-secret'),
  };
}

function originsOf(publicUrl: string | null, host: string, port: number): [string, ...string[]] {
  if (publicUrl !== null) return [publicUrl];
  const at = (name: string): string => `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  if (!isLoopback(host)) return [at(host)];
  return [at(host), ...['localhost', '127.0.0.1', '::1'].filter((name) => name !== host).map(at)];
}

/** Desktops set LANGUAGE too, as a list like `de_AT:de:en`: the first that we speak, else English. */
function languageOf(wanted: string | null): Settings['language'] {
  const known = (wanted ?? '').split(':').map((one) => one.split(/[_.-]/)[0]?.toLowerCase());
  return LANGUAGES.find((language) => known.includes(language)) ?? 'en';
}

/**
 * What the demo setting means for the database at hand: `open` the demo in it, `continue` the one it holds (remade
 * when it was left unfinished), or `none`. Refuses to serve a demo where none may be, and to open one among people.
 */
export function decideDemo(
  demo: DemoSetting,
  database: { readonly isNew: boolean; readonly isEmpty: boolean; readonly holdsDemo: boolean },
): 'open' | 'continue' | 'none' {
  if (database.holdsDemo) {
    if (demo !== 'off') return 'continue';
    throw new StartupError(
      'This database holds the demo community, whose accounts have known passwords: set DEMO=on to serve it all the same, or another DATA_DIR or DATABASE_URL for a community of your own.',
    );
  }
  if (demo === 'when-new') return database.isNew && database.isEmpty ? 'open' : 'none';
  if (demo === 'on' && !database.isEmpty)
    throw new StartupError(
      'DEMO=on needs an empty database, and this one has people in it: set another DATA_DIR or DATABASE_URL.',
    );
  return demo === 'on' ? 'open' : 'none';
}

function keptIn(dataDir: string, name: string): string {
  let secret: string;
  try {
    secret = readOrCreateSecret(dataDir, name);
  } catch (error) {
    throw new StartupError(
      `DATA_DIR ${dataDir} cannot be used (${errorCode(error)}): the ${name} is kept there`,
    );
  }
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  throw new StartupError(
    `${path.join(dataDir, name)} is not whole: bring it back from a backup, or remove it to have a new one made`,
  );
}
