import * as fs from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { CLAIMS_EXAMPLE, parseCommunityClaims } from '@openlarder/domain/kernel/community-claims.ts';
import { isCurrency } from '@openlarder/domain/kernel/currency-scales.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { nameProblem } from '@openlarder/domain/kernel/names.ts';
import type { Language } from '@openlarder/domain/kernel/languages.ts';
import type { TextParams } from '@openlarder/domain/kernel/text-table.ts';
import * as z from 'zod';
import { parseStoreAddress, STORE_ADDRESS_EXAMPLE } from '../s3/store-address.ts';
import { addressesOf } from '../postgres/several-hosts.ts';
import { errorCode, StartupError, type StartupFault } from '../startup-error.ts';
import { settingsTexts } from '../startup-texts.ts';

/** Environment variables as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A help line of the community; it has a phone number, a web address, or both. */
export type HelpLineSetting = {
  readonly name: string;
  readonly phone: string | null;
  readonly url: string | null;
  readonly note: string;
};

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export const MIN_SECRET_LENGTH = 32;
/** Side of a cell of the public grid, in meters. */
export const DEFAULT_CELL_M = 750;
/** A day's trip. */
const DEFAULT_REACH_KM = 50;

const MOST_PROCESSES = 32;

const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
const SENDER = /^(?:[^<>@\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u;
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
const MAX_HELP_LINE_LENGTH = 200;
const MAX_PARAGRAPHS_LENGTH = 5000;
const EXAMPLE_ORIGIN = 'https://food.example';
const EXAMPLE_HELP_LINES = 'Food bank|555 0100|https://food.example|Mondays; Town hall|555 0199||';

/** Returns true for the names and addresses by which a machine reaches only itself. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The host of a URL, an IPv6 address without brackets. */
export const hostnameOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

type Fault = { readonly key: keyof typeof settingsTexts.messages; readonly params: TextParams };

/** A sentence of `settingsTexts` as the message of a schema's check; the name of the variable is added to it. */
const fault = (key: Fault['key'], params: TextParams = {}): string =>
  JSON.stringify({ key, params } satisfies Fault);

function faultOf(name: string, message: string): StartupFault {
  const { key, params }: Fault = JSON.parse(message);
  return (translate) => translate(settingsTexts, key, { name, ...params });
}

/** A variable that `parse` reads; null means that it is invalid. */
const parsed = <Value>(parse: (text: string) => Value | null, faultIn: (text: string) => string) =>
  z.string().transform((text, context): Value => {
    const value = parse(text);
    if (value !== null) return value;
    context.addIssue(faultIn(text));
    return z.NEVER;
  });

const wholeNumber = (min: number, max: number) =>
  parsed(
    (text) => (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null),
    (value) => fault('whole-number', { min: String(min), max: String(max), value }),
  );

const oneOf = <const Choice extends string>(choices: readonly Choice[]) =>
  parsed(
    (text) => choices.find((choice) => choice === text.toLowerCase()) ?? null,
    (value) => fault('one-of', { choices: choices.join(', '), value }),
  );

/** A number, or `auto` for one for each processor. */
const processes = parsed(
  (text) => {
    if (text.toLowerCase() === 'auto') return Math.min(availableParallelism(), MOST_PROCESSES);
    return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_PROCESSES
      ? Number(text)
      : null;
  },
  (value) => fault('processes', { max: MOST_PROCESSES, value }),
);

const displayName = (maxLength: number) =>
  z
    .string()
    .refine(
      (text) => text.length <= maxLength && !/\p{Cc}/u.test(text),
      fault('one-line', { max: maxLength }),
    )
    .refine((text) => !['mark', 'unnamed'].includes(nameProblem(text) ?? ''), fault('name'));

const url = (...protocols: readonly [string, string]) =>
  z.string().refine(
    (text) => {
      const given = parseUrl(text);
      if (!given || !protocols.includes(given.protocol)) return false;
      return given.hostname !== '';
    },
    fault('begins-with', { one: `${protocols[0]}//`, other: `${protocols[1]}//` }),
  );

const webUrl = url('https:', 'http:');

const SSL_CHOICES: Readonly<Record<string, readonly string[]>> = {
  sslmode: ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'],
  ssl: ['true', '1', '0'],
};

/** May name several hosts. */
const databaseUrl = (variable: string) =>
  z.string().superRefine((text, context) => {
    if (!/^postgres(ql)?:\/\//.test(text))
      return context.addIssue(fault('begins-with', { one: 'postgres://', other: 'postgresql://' }));
    const urls = addressesOf(text).map(parseUrl);
    // an unencoded character of a password ends the host early
    if (urls.some((one) => !one || one.hash !== ''))
      return context.addIssue(
        fault('database-address', {
          example: 'postgres://user:password@host:5432/database',
          encoded: '%40 %3A %2F %3F %23 %25',
        }),
      );
    for (const [name, choices] of Object.entries(SSL_CHOICES)) {
      const value = urls[0]?.searchParams.get(name) ?? null;
      if (value !== null && !choices.includes(value))
        context.addIssue(
          fault('one-of', { name: `${variable}, ${name},`, choices: choices.join(', '), value }),
        );
    }
  });

const origin = webUrl
  .refine(
    (text) => {
      const given = parseUrl(text);
      return (
        !given ||
        (given.pathname === '/' && !given.search && !given.hash && !given.username && !given.password)
      );
    },
    fault('origin-only', { example: EXAMPLE_ORIGIN }),
  )
  .transform((text) => new URL(text).origin);

/**
 * Only a provider on this machine may use http: on any other way an attacker could sign in as anyone, or read our keys.
 */
const providerUrl = webUrl
  .refine((text) => {
    return parseUrl(text)?.protocol !== 'http:' || isLoopback(hostnameOf(text));
  }, fault('issuer-https'))
  .transform((text) => text.replace(/\/$/, ''));

const tileUrl = webUrl.refine(
  (text) => !parseUrl(text) || ['{z}', '{x}', '{y}'].every((part) => text.includes(part)),
  fault('tile-placeholders', { z: '{z}', x: '{x}', y: '{y}' }),
);

const timeZone = parsed(
  (text) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
    } catch {
      return null;
    }
  },
  (value) => fault('time-zone', { example: 'America/New_York', value }),
);

const country = z
  .string()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, {
    error: ({ input }) => fault('country', { example: 'US', value: String(input) }),
  });

const currency = parsed(
  (text) => (isCurrency(text.toUpperCase()) ? text.toUpperCase() : null),
  (value) => fault('currency', { example: 'EUR', value }),
);

const place = parsed(
  (text): GeoPoint | null => {
    const [, latitude = '', longitude = ''] = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
    const isOnMap = latitude !== '' && Math.abs(Number(latitude)) <= 85 && Math.abs(Number(longitude)) <= 180;
    return isOnMap ? { latitude: Number(latitude), longitude: Number(longitude) } : null;
  },
  (value) => fault('place', { example: '52.52, 13.405', value }),
);

const helpLines = parsed(
  (text) => {
    const lines = text.split(';').filter((line) => line.trim() !== '');
    const all = lines.map(parseHelpLine).filter((line) => line !== null);
    return all.length === lines.length ? all : null;
  },
  () => fault('help-lines', { example: EXAMPLE_HELP_LINES }),
);

/** `on`, `off`, or the addresses and networks of the proxies in front, separated by commas. */
const proxies = parsed(
  (text): boolean | string[] | null => {
    const value = text.toLowerCase();
    if (value === 'on' || value === 'off') return value === 'on';
    const all = value.split(',').map((one) => one.trim());
    return all.every((one) => PROXY_NAMES.includes(one) || isNetwork(one)) ? all : null;
  },
  () => fault('proxies', { example: '10.0.0.1,192.168.0.0/16' }),
);

const storeAddress = parsed(parseStoreAddress, () =>
  fault('store-address', { example: STORE_ADDRESS_EXAMPLE }),
);

const claims = parsed(parseCommunityClaims, () => fault('community-claims', { example: CLAIMS_EXAMPLE }));

/** A key of the card provider, which begins with what it is for. */
const providerKey = (...prefixes: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => /^\w+$/.test(text) && prefixes.some((prefix) => text.startsWith(prefix)),
      fault('provider-key', { prefixes: prefixes.join(', ') }),
    );

const secret = z.string().min(MIN_SECRET_LENGTH, fault('secret-length', { min: MIN_SECRET_LENGTH }));

const readableFile = z.string().transform((name, context) => {
  const file = path.resolve(name);
  try {
    fs.accessSync(file, fs.constants.R_OK);
  } catch (error) {
    context.addIssue(fault('unreadable', { file, code: errorCode(error) }));
  }
  return file;
});

/** Paragraphs, one a line; where a variable cannot have lines, `\\n` stands for their ends. */
const paragraphs = z
  .string()
  .transform((text) => text.replaceAll(String.raw`\n`, '\n'))
  .check(
    z.refine(
      (text) => text.length <= MAX_PARAGRAPHS_LENGTH && !/[^\P{Cc}\n\r\t]/u.test(text),
      fault('paragraphs', { max: MAX_PARAGRAPHS_LENGTH }),
    ),
  );

const email = z.string().regex(EMAIL, fault('email'));
const sender = z.string().regex(SENDER, fault('sender', { example: 'OpenLarder <food@example.org>' }));

const variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  PROCESSES: processes.default(1),
  DATA_DIR: z.string().default('./data'),
  BACKUP_DIR: z.string().optional(),
  BACKUP_S3_URL: storeAddress.optional(),
  BACKUP_KEEP: wholeNumber(1, 1000).default(7),
  DATABASE_URL: databaseUrl('DATABASE_URL').optional(),
  DATABASE_DIRECT_URL: databaseUrl('DATABASE_DIRECT_URL').optional(),
  S3_URL: storeAddress.optional(),
  APP_NAME: displayName(60).default('OpenLarder'),
  LANGUAGE: z.string().optional(),
  TIME_ZONE: timeZone.optional(),
  COUNTRY: country.optional(),
  CURRENCY: currency.optional(),
  HELP_LINES: helpLines.default([]),
  SESSION_SECRET: secret.optional(),
  DEMO: oneOf(['on', 'off']).optional(),
  TRUST_PROXY: proxies.default(false),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  RATE_LIMITS: oneOf(['on', 'off']).default('on'),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: sender.optional(),
  MAIL_PER_DAY: wholeNumber(0, 1_000_000).default(500),
  ADMIN_EMAIL: email.optional(),
  VOLUNTEER_EMAIL: email.optional(),
  OPERATOR_NAME: displayName(100).optional(),
  OPERATOR_CONTACT: displayName(200).optional(),
  IMPRINT: paragraphs.optional(),
  PRIVACY_NOTE: paragraphs.optional(),
  OIDC_ISSUER: providerUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: displayName(40).optional(),
  COMMUNITY_CLAIMS: claims.optional(),
  STRIPE_SECRET_KEY: providerKey('sk_live_', 'sk_test_', 'rk_live_', 'rk_test_').optional(),
  STRIPE_PUBLISHABLE_KEY: providerKey('pk_live_', 'pk_test_').optional(),
  STRIPE_WEBHOOK_SECRET: providerKey('whsec_').optional(),
  STRIPE_API_URL: providerUrl.default('https://api.stripe.com'),
  PLACE: place.optional(),
  MAP_FILE: readableFile.optional(),
  MAP_TILE_URL: tileUrl.optional(),
  MAP_ATTRIBUTION: z.string().optional(),
  GEOCODER_URL: webUrl.optional(),
  PLACES_FILE: readableFile.optional(),
  CELL_M: wholeNumber(100, 5000).default(DEFAULT_CELL_M),
  REACH_KM: wholeNumber(1, 20_100).default(DEFAULT_REACH_KM),
});

export type Variables = z.output<typeof variables>;
/** What an organizer can decide, by the variables that decide it where they are set. */
export const COMMUNITY_VARIABLES = [
  'APP_NAME',
  'LANGUAGE',
  'TIME_ZONE',
  'COUNTRY',
  'CURRENCY',
  'PLACE',
] as const;
export type CommunityVariable = (typeof COMMUNITY_VARIABLES)[number];
/** As the environment would have them. */
export type CommunityTexts = Readonly<Partial<Record<CommunityVariable, string>>>;

type Given = Readonly<Partial<Record<keyof Variables, string>>>;

/**
 * Reads the variables; an empty one counts as unset. Throws one StartupError with a line for each fault. Lines never
 * repeat a value that may be secret.
 */
export function readEnvironment(env: Environment): Variables {
  const names = Object.keys(variables.shape);
  const given: Given = Object.fromEntries(
    names.flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])),
  );
  const { success, data, error } = variables.safeParse(given);
  const faults = [
    ...(error?.issues ?? []).map(({ path: [name], message }) => faultOf(String(name), message)),
    ...combinationFaults(given),
  ];
  if (!success || faults.length > 0) throw new StartupError(...faults);
  return data;
}

/** Settings that are used only together. */
const GROUPS: readonly (readonly (keyof Variables)[])[] = [
  ['SMTP_URL', 'MAIL_FROM'],
  ['OPERATOR_NAME', 'OPERATOR_CONTACT'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['MAP_TILE_URL', 'MAP_ATTRIBUTION'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
];

const listOf = (names: readonly string[], language: Language): string =>
  new Intl.ListFormat(language).format(names);

function combinationFaults(given: Given): StartupFault[] {
  const faults = GROUPS.flatMap((names): StartupFault[] => {
    const missing = names.filter((name) => given[name] === undefined);
    const set = names.filter((name) => !missing.includes(name));
    if (missing.length === 0 || set.length === 0) return [];
    return [
      (translate) =>
        translate(settingsTexts, 'needed-too', {
          names: listOf(missing, translate.language),
          others: listOf(set, translate.language),
          count: set.length,
        }),
    ];
  });
  if (given.HOST !== undefined && !isLoopback(given.HOST) && given.PUBLIC_URL === undefined)
    faults.push((translate) => translate(settingsTexts, 'public-url', { example: EXAMPLE_ORIGIN }));
  if (given.DATABASE_DIRECT_URL !== undefined && given.DATABASE_URL === undefined)
    faults.push((translate) =>
      translate(settingsTexts, 'needed-too', {
        names: 'DATABASE_URL',
        others: 'DATABASE_DIRECT_URL',
        count: 1,
      }),
    );
  const [photos, backups] = [given.S3_URL, given.BACKUP_S3_URL].map((address) =>
    parseStoreAddress(address ?? ''),
  );
  if (backups && photos?.endpoint === backups.endpoint)
    faults.push((translate) => translate(settingsTexts, 'backups-with-photos'));
  if (given.S3_URL !== undefined && given.SESSION_SECRET === undefined)
    faults.push((translate) =>
      translate(settingsTexts, 'secret-with-store', {
        file: path.join(path.resolve(given.DATA_DIR ?? './data'), 'session-secret'),
      }),
    );
  const [secretIsLive, publicIsLive] = [given.STRIPE_SECRET_KEY, given.STRIPE_PUBLISHABLE_KEY].map(isLiveKey);
  if (secretIsLive !== null && publicIsLive !== null && secretIsLive !== publicIsLive)
    faults.push((translate) => translate(settingsTexts, 'provider-keys-differ'));
  if (given.DEMO?.toLowerCase() === 'on' && given.NODE_ENV === 'production')
    faults.push((translate) => translate(settingsTexts, 'demo-in-production'));
  if (given.DEMO?.toLowerCase() === 'on' && given.S3_URL !== undefined)
    faults.push((translate) => translate(settingsTexts, 'store-in-demo'));
  if (given.DEMO?.toLowerCase() === 'on' && secretIsLive === true)
    faults.push((translate) => translate(settingsTexts, 'live-keys-in-demo'));
  return faults;
}

/** Whether a key takes real money; null for none of the provider's. */
function isLiveKey(key: string | undefined): boolean | null {
  const [, kind] = /^[a-z]k_(live|test)_/.exec(key ?? '') ?? [];
  return kind === undefined ? null : kind === 'live';
}

function parseHelpLine(line: string): HelpLineSetting | null {
  const [name = '', phone = '', address = '', note = '', ...more] = line
    .split('|')
    .map((part) => part.trim());
  const isUrl = address === '' || /^https?:$/.test(parseUrl(address)?.protocol ?? '');
  const isReachable = phone !== '' || address !== '';
  if (name === '' || !isReachable || !isUrl || more.length > 0) return null;
  if (line.length > MAX_HELP_LINE_LENGTH || /\p{Cc}/u.test(line)) return null;
  return { name, phone: phone || null, url: address || null, note };
}

function isNetwork(value: string): boolean {
  const [address = '', bits, more] = value.split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
