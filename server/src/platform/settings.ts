import * as fs from 'node:fs';
import path from 'node:path';
import { keepSecret } from '#server/platform/kept-secret.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import {
  makeSettingsReader,
  type Environment,
  type HelpLineSetting,
} from '#server/platform/settings-reader.ts';
import { errorCode, StartFault } from '#server/platform/start-fault.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const LANGUAGES = ['en'] as const;
const SHORTEST_SECRET = 32;

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
  readonly production: boolean;
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
  readonly volunteerEmail: string | null;
  /** Claims the community makes of itself, by their name; null hides them. */
  readonly communityClaims: Readonly<Record<string, string>> | null;
  readonly oidc: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
    /** What people call it, on the button; the issuer's host when nobody says. */
    readonly name: string;
  } | null;
  readonly stripe: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecret: string;
    /** Null: the provider's own. */
    readonly apiUrl: string | null;
  } | null;
  readonly mapTiles: { readonly url: string; readonly attribution: string } | null;
  readonly geocoderUrl: string | null;
  /** Absolute; null: the list that is shipped. */
  readonly placesFile: string | null;
};

/** `when-new`: a database that has just been made becomes the demo. */
export type DemoSetting = 'on' | 'off' | 'when-new';

/**
 * Reads every setting from the environment; an empty variable counts as unset. Throws one StartFault with a line
 * for each that cannot be used. Secrets that are not set are made and kept in the data folder: only then, and when
 * nothing else is wrong, is anything written.
 */
export function readSettings(env: Environment): Settings {
  const read = makeSettingsReader(env);
  const production = read.text('NODE_ENV') === 'production';
  const host = read.text('HOST') ?? '127.0.0.1';
  const port = read.wholeNumber('PORT', { least: 0, most: 65_535, fallback: 3000 });
  const dataDir = path.resolve(read.text('DATA_DIR') ?? './data');
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const alone = isLoopback(host);
  const origins = originsOf(read.origin('PUBLIC_URL'), host, port);
  if (!alone && !read.text('PUBLIC_URL'))
    read.fault(
      'PUBLIC_URL is needed when HOST is beyond this machine: the address people type, as in https://food.example',
    );

  const settings: Omit<Settings, 'sessionSecret' | 'placeSecret'> = {
    port,
    host,
    publicUrl: origins[0],
    origins,
    secure: origins[0].startsWith('https:'),
    production,
    dataDir,
    databaseUrl,
    appName: read.name('APP_NAME', 60) ?? 'OpenLarder',
    language: languageOf(read.text('LANGUAGE')),
    timeZone: read.timeZone('TIME_ZONE') ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    country: read.country('COUNTRY'),
    helpLines: read.helpLines('HELP_LINES'),
    demo: readDemo(
      read.oneOf('DEMO', ['on', 'off']),
      { production, alone, embedded: databaseUrl === null },
      read.fault,
    ),
    trustProxy: read.proxies('TRUST_PROXY'),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS) ?? 'info',
    rateLimits: read.oneOf('RATE_LIMITS', ['on', 'off']) !== 'off',
    mail: read.together(['SMTP_URL', 'MAIL_FROM'], () => ({
      smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']) ?? '',
      from: read.sender('MAIL_FROM'),
    })),
    mailPerDay: read.wholeNumber('MAIL_PER_DAY', { least: 0, most: 1_000_000, fallback: 500 }),
    adminEmail: read.email('ADMIN_EMAIL'),
    volunteerEmail: read.email('VOLUNTEER_EMAIL'),
    communityClaims: read.textsByName('COMMUNITY_CLAIMS'),
    oidc: read.together(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], (value) => ({
      issuer: readIssuer(read.url('OIDC_ISSUER', ['https:', 'http:']), read.fault),
      clientId: value('OIDC_CLIENT_ID'),
      clientSecret: value('OIDC_CLIENT_SECRET'),
      name: read.name('OIDC_NAME', 40) ?? hostOf(value('OIDC_ISSUER')),
    })),
    stripe: read.together(
      ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
      (value) => ({
        secretKey: value('STRIPE_SECRET_KEY'),
        publishableKey: value('STRIPE_PUBLISHABLE_KEY'),
        webhookSecret: value('STRIPE_WEBHOOK_SECRET'),
        apiUrl: read.url('STRIPE_API_URL', ['https:', 'http:']),
      }),
    ),
    mapTiles: read.together(['MAP_TILE_URL', 'MAP_ATTRIBUTION'], (value) => ({
      url: read.tiles('MAP_TILE_URL') ?? '',
      attribution: value('MAP_ATTRIBUTION'),
    })),
    geocoderUrl: read.url('GEOCODER_URL', ['https:', 'http:']),
    placesFile: readableFile(read.text('PLACES_FILE'), read.fault),
  };
  const given = {
    sessionSecret: read.secret('SESSION_SECRET', SHORTEST_SECRET),
    placeSecret: read.secret('PLACE_SECRET', SHORTEST_SECRET),
  };
  if (read.faults.length > 0) throw new StartFault(...read.faults);
  return {
    ...settings,
    sessionSecret: given.sessionSecret ?? keptIn(dataDir, 'session-secret'),
    placeSecret: given.placeSecret ?? keptIn(dataDir, 'place-secret'),
  };
}

/** Whoever stands between us and the provider could sign in as anybody, so only this machine may be asked by http. */
function readIssuer(issuer: string | null, fault: (line: string) => void): string {
  if (issuer === null) return '';
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && !isLoopback(hostname.replace(/^\[|\]$/g, '')))
    fault('OIDC_ISSUER must begin with https://, unless the provider is on this machine');
  return issuer.replace(/\/$/, '');
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

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

/** Demo accounts have known passwords: beyond this machine only when asked for, in production never. */
function readDemo(
  asked: 'on' | 'off' | null,
  where: { production: boolean; alone: boolean; embedded: boolean },
  fault: (line: string) => void,
): DemoSetting {
  if (asked === 'on' && where.production)
    fault('DEMO=on is refused with NODE_ENV=production: its accounts have known passwords.');
  if (asked !== null) return asked;
  return where.embedded && where.alone && !where.production ? 'when-new' : 'off';
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
    throw new StartFault(
      'This database holds the demo community, whose accounts have known passwords: set DEMO=on to serve it all the same, or another DATA_DIR or DATABASE_URL for a community of your own.',
    );
  }
  if (demo === 'when-new') return database.isNew && database.isEmpty ? 'open' : 'none';
  if (demo === 'on' && !database.isEmpty)
    throw new StartFault(
      'DEMO=on needs an empty database, and this one has people in it: set another DATA_DIR or DATABASE_URL.',
    );
  return demo === 'on' ? 'open' : 'none';
}

function readableFile(name: string | null, fault: (line: string) => void): string | null {
  if (name === null) return null;
  const file = path.resolve(name);
  try {
    fs.accessSync(file, fs.constants.R_OK);
  } catch (error) {
    fault(`PLACES_FILE ${file} cannot be read (${errorCode(error)})`);
  }
  return file;
}

function keptIn(dataDir: string, name: string): string {
  let secret: string;
  try {
    secret = keepSecret(dataDir, name);
  } catch (error) {
    throw new StartFault(
      `DATA_DIR ${dataDir} cannot be used (${errorCode(error)}): the ${name} is kept there`,
    );
  }
  if (secret.length >= SHORTEST_SECRET) return secret;
  throw new StartFault(
    `${path.join(dataDir, name)} is not whole: bring it back from a backup, or remove it to have a new one made`,
  );
}
