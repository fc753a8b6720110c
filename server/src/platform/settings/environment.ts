import path from 'node:path';
import type { Language } from '@openlarder/domain/kernel/languages.ts';
import * as z from 'zod';
import { parseStoreAddress } from '../s3/store-address.ts';
import { StartupError, type StartupFault } from '../startup-error.ts';
import { settingsTexts } from '../startup-texts.ts';
import * as kind from './variable-kinds.ts';

/** Environment variables as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** Side of a cell of the public grid, in meters. */
export const DEFAULT_CELL_M = 750;
/** A day's trip. */
const DEFAULT_REACH_KM = 50;

const variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: kind.wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: kind.origin.optional(),
  PROCESSES: kind.processes.default(1),
  DATA_DIR: z.string().default('./data'),
  BACKUP_DIR: z.string().optional(),
  BACKUP_S3_URL: kind.storeAddress.optional(),
  BACKUP_KEEP: kind.wholeNumber(1, 1000).default(7),
  DATABASE_URL: kind.databaseUrl('DATABASE_URL').optional(),
  DATABASE_DIRECT_URL: kind.databaseUrl('DATABASE_DIRECT_URL').optional(),
  S3_URL: kind.storeAddress.optional(),
  APP_NAME: kind.displayName(60).default('OpenLarder'),
  LANGUAGE: z.string().optional(),
  TIME_ZONE: kind.timeZone.optional(),
  COUNTRY: kind.country.optional(),
  CURRENCY: kind.currency.optional(),
  HELP_LINES: kind.helpLines.default([]),
  SESSION_SECRET: kind.secret.optional(),
  DEMO: kind.oneOf(['on', 'off']).optional(),
  TRUST_PROXY: kind.proxies.default(false),
  LOG_LEVEL: kind.oneOf(LOG_LEVELS).default('info'),
  RATE_LIMITS: kind.oneOf(['on', 'off']).default('on'),
  SMTP_URL: kind.url('smtp:', 'smtps:').optional(),
  MAIL_FROM: kind.sender.optional(),
  MAIL_PER_DAY: kind.wholeNumber(0, 1_000_000).default(500),
  ADMIN_EMAIL: kind.email.optional(),
  VOLUNTEER_EMAIL: kind.email.optional(),
  OPERATOR_NAME: kind.displayName(100).optional(),
  OPERATOR_CONTACT: kind.displayName(200).optional(),
  IMPRINT: kind.paragraphs.optional(),
  PRIVACY_NOTE: kind.paragraphs.optional(),
  OIDC_ISSUER: kind.providerUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: kind.displayName(40).optional(),
  COMMUNITY_CLAIMS: kind.claims.optional(),
  STRIPE_SECRET_KEY: kind.providerKey('sk_live_', 'sk_test_', 'rk_live_', 'rk_test_').optional(),
  STRIPE_PUBLISHABLE_KEY: kind.providerKey('pk_live_', 'pk_test_').optional(),
  STRIPE_WEBHOOK_SECRET: kind.providerKey('whsec_').optional(),
  STRIPE_API_URL: kind.providerUrl.default('https://api.stripe.com'),
  PLACE: kind.place.optional(),
  MAP_FILE: kind.readableFile.optional(),
  MAP_TILE_URL: kind.tileUrl.optional(),
  MAP_ATTRIBUTION: z.string().optional(),
  GEOCODER_URL: kind.webUrl.optional(),
  PLACES_FILE: kind.readableFile.optional(),
  CELL_M: kind.wholeNumber(100, 5000).default(DEFAULT_CELL_M),
  REACH_KM: kind.wholeNumber(1, 20_100).default(DEFAULT_REACH_KM),
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
    ...(error?.issues ?? []).map(({ path: [name], message }) => kind.faultOf(String(name), message)),
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
  if (given.HOST !== undefined && !kind.isLoopback(given.HOST) && given.PUBLIC_URL === undefined)
    faults.push((translate) => translate(settingsTexts, 'public-url', { example: kind.EXAMPLE_ORIGIN }));
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
  const [, mode] = /^[a-z]k_(live|test)_/.exec(key ?? '') ?? [];
  return mode === undefined ? null : mode === 'live';
}
