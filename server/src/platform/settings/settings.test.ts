import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TextParams, TextTable } from '@openlarder/domain/kernel/text-table.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { decideDemo, readSettings, type Settings } from '#server/platform/settings/settings.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { translateInto } from '#server/platform/texts/translate.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-settings-'));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));
let DATA_DIR = '';
beforeEach(() => {
  DATA_DIR = fs.mkdtempSync(path.join(root, 'data-'));
});

const PROVIDER_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_a',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_b',
  STRIPE_WEBHOOK_SECRET: 'whsec_c',
};
const long = (letter: string): string => letter.repeat(32);

function settingsOf(env: Record<string, string>): Settings {
  return readSettings({ DATA_DIR, ...env });
}

function faultOf(env: Record<string, string>): StartupError {
  try {
    settingsOf(env);
  } catch (error) {
    if (error instanceof StartupError) return error;
    throw error;
  }
  throw new Error('there is no fault');
}
const faultsOf = (env: Record<string, string>): readonly string[] => faultOf(env).lines(translateInto('en'));

test('defaults to a community on this machine only', () => {
  expect(settingsOf({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    origins: ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000'],
    isLocal: true,
    secure: false,
    dataDir: DATA_DIR,
    databaseUrl: null,
    appName: 'OpenLarder',
    language: 'en',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    demo: 'when-new',
    trustProxy: false,
    logLevel: 'info',
    rateLimits: true,
    mail: null,
    backups: { folder: null, store: null, keep: 7 },
    mailPerDay: 500,
    adminEmail: null,
    volunteerEmail: null,
    oidc: null,
    communityClaims: null,
    payments: null,
    mapTiles: null,
    place: null,
    mapFile: null,
    placesFile: null,
  });
});

describe('a setting', () => {
  const placesFile = path.join(root, 'places.json');
  fs.writeFileSync(placesFile, '[]');
  const cases: [Record<string, string>, Partial<Settings>][] = [
    [{ PORT: '8080' }, { port: 8080, publicUrl: 'http://127.0.0.1:8080' }],
    [{ PORT: ' ' }, { port: 3000, processes: 1 }],
    [{ PROCESSES: '4' }, { processes: 4 }],
    [{ PROCESSES: 'auto' }, { processes: Math.min(os.availableParallelism(), 32) }],
    [{ HOST: '::1' }, { publicUrl: 'http://[::1]:3000' }],
    [{ HOST: 'localhost' }, { publicUrl: 'http://localhost:3000', host: '127.0.0.1' }],
    [
      { PUBLIC_URL: 'https://food.example/' },
      { publicUrl: 'https://food.example', origins: ['https://food.example'], secure: true },
    ],
    [
      { HOST: '0.0.0.0', PUBLIC_URL: 'http://10.0.0.5:3000' },
      { publicUrl: 'http://10.0.0.5:3000', origins: ['http://10.0.0.5:3000'], secure: false },
    ],
    [{ DATABASE_URL: 'postgres://me:pw@db/food' }, { databaseUrl: 'postgres://me:pw@db/food' }],
    [
      { DATABASE_URL: 'postgres://me:pw@one,two:5433/food' },
      { databaseUrl: 'postgres://me:pw@one,two:5433/food' },
    ],
    [{ DATABASE_URL: 'postgresql:///food?host=/run/pg' }, { databaseUrl: 'postgresql:///food?host=/run/pg' }],
    [{ APP_NAME: 'Our Table' }, { appName: 'Our Table' }],
    [{ LANGUAGE: 'en_US:en' }, { language: 'en' }],
    [{ LANGUAGE: 'xx' }, { language: 'en' }],
    [{ LANGUAGE: 'xx_YY.UTF-8:en_GB.UTF-8' }, { language: 'en' }],
    [{ TIME_ZONE: 'America/New_York' }, { timeZone: 'America/New_York' }],
    [{ TRUST_PROXY: 'on' }, { trustProxy: true }],
    [{ TRUST_PROXY: '10.0.0.1, fd00::/8,loopback' }, { trustProxy: ['10.0.0.1', 'fd00::/8', 'loopback'] }],
    [{ LOG_LEVEL: 'WARN' }, { logLevel: 'warn' }],
    [{ RATE_LIMITS: 'off' }, { rateLimits: false }],
    [
      { SMTP_URL: 'smtps://u:p@mail.example', MAIL_FROM: 'OpenLarder <food@example.org>' },
      { mail: { smtpUrl: 'smtps://u:p@mail.example', from: 'OpenLarder <food@example.org>' } },
    ],
    [
      { BACKUP_DIR: '/var/backups', BACKUP_KEEP: '30' },
      { backups: { folder: '/var/backups', store: null, keep: 30 } },
    ],
    [{ MAIL_PER_DAY: '2000' }, { mailPerDay: 2000 }],
    [{ ADMIN_EMAIL: 'ann@example.org' }, { adminEmail: 'ann@example.org' }],
    [{ VOLUNTEER_EMAIL: 'help@example.org' }, { volunteerEmail: 'help@example.org' }],
    [{ COUNTRY: 'gb' }, { country: 'GB' }],
    [{ CURRENCY: 'kes' }, { currency: 'KES' }],
    [
      { OPERATOR_NAME: 'Haus e. V.', OPERATOR_CONTACT: 'a@haus.example', IMPRINT: String.raw`Weg 1\nVR 1` },
      { operator: { name: 'Haus e. V.', contact: 'a@haus.example' }, imprint: 'Weg 1\nVR 1' },
    ],
    [
      { HELP_LINES: 'Larder | 555 0100 | https://larder.example | Mondays; Town Hall|555 0199||' },
      {
        helpLines: [
          { name: 'Larder', phone: '555 0100', url: 'https://larder.example', note: 'Mondays' },
          { name: 'Town Hall', phone: '555 0199', url: null, note: '' },
        ],
      },
    ],
    [
      {
        OIDC_ISSUER: 'https://id.example',
        OIDC_CLIENT_ID: 'a',
        OIDC_CLIENT_SECRET: 'b',
        OIDC_NAME: 'Town Hall',
      },
      { oidc: { issuer: 'https://id.example', clientId: 'a', clientSecret: 'b', name: 'Town Hall' } },
    ],
    [
      { COMMUNITY_CLAIMS: 'families=1,200; split=70/20/10' },
      {
        communityClaims: {
          families: '1,200',
          food: null,
          donated: null,
          programs: null,
          split: { operations: 70, technology: 20, outreach: 10 },
        },
      },
    ],
    [
      PROVIDER_KEYS,
      {
        payments: {
          secretKey: 'sk_test_a',
          publishableKey: 'pk_test_b',
          webhookSecret: 'whsec_c',
          apiUrl: 'https://api.stripe.com',
        },
      },
    ],
    [
      { ...PROVIDER_KEYS, STRIPE_API_URL: 'http://127.0.0.1:12111/' },
      { payments: expect.objectContaining({ apiUrl: 'http://127.0.0.1:12111' }) },
    ],
    [
      { OIDC_ISSUER: 'http://127.0.0.1:8081/', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
      {
        oidc: {
          issuer: 'http://127.0.0.1:8081',
          clientId: 'a',
          clientSecret: 'b',
          name: '127.0.0.1:8081',
        },
      },
    ],
    [
      { MAP_TILE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png', MAP_ATTRIBUTION: '© us' },
      { mapTiles: { url: 'https://{s}.tiles.example/{z}/{x}/{y}.png', attribution: '© us' } },
    ],
    [{ PLACE: '-1.29,36.82' }, { place: { latitude: -1.29, longitude: 36.82 } }],
    [{ MAP_FILE: placesFile }, { mapFile: placesFile }],
    [{ PLACES_FILE: placesFile }, { placesFile }],
    [{}, { cellM: 750, reachKm: 50 }],
    [{ REACH_KM: '120' }, { reachKm: 120 }],
    [{ CELL_M: '2000' }, { cellM: 2000 }],
    [{ SESSION_SECRET: long('s') }, { sessionSecret: long('s') }],
    [
      { S3_URL: 'https://K:a/b@s3.example/photos?region=eu', SESSION_SECRET: long('s') },
      {
        photoStore: {
          endpoint: 'https://s3.example/photos',
          accessKeyId: 'K',
          secretAccessKey: 'a/b',
          region: 'eu',
        },
      },
    ],
    // when a demo opens by default
    [{ DEMO: 'off' }, { demo: 'off' }],
    [{ DEMO: 'on' }, { demo: 'on' }],
    [{ PUBLIC_URL: 'http://localhost:3000' }, { demo: 'when-new', isLocal: true }],
    [
      { HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' },
      { demo: 'when-new', isLocal: true },
    ],
    [{ PUBLIC_URL: 'https://food.example' }, { demo: 'off', isLocal: false }],
    [{ PUBLIC_URL: 'https://127.0.0.1.food.example' }, { demo: 'off', isLocal: false }],
    [
      { PUBLIC_URL: 'https://food.example', DEMO: 'on' },
      { demo: 'on', isLocal: false },
    ],
    [
      { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' },
      { demo: 'off', isLocal: false },
    ],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://food.example' }, { demo: 'off' }],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://food.example', DEMO: 'on' }, { demo: 'on' }],
    [{ DATABASE_URL: 'postgres://db/food' }, { demo: 'off' }],
    [{ DATABASE_URL: 'postgres://db/food', DEMO: 'on' }, { demo: 'on' }],
    [{ NODE_ENV: 'production' }, { demo: 'off' }],
    [{ S3_URL: 'https://K:S@s3.example/photos', SESSION_SECRET: 's'.repeat(43) }, { demo: 'off' }],
  ];
  test.each(cases)('%j', (env, expected) => {
    expect(settingsOf(env)).toMatchObject(expected);
  });
});

describe('a fault', () => {
  test.each<[Record<string, string>, string]>([
    [{ PROCESSES: '33' }, 'PROCESSES must be a number of processes from 1 to 32, or auto, not "33".'],
    [{ PORT: '80a' }, 'PORT must be a whole number from 0 to 65535, not "80a".'],
    [{ CELL_M: '99' }, 'CELL_M must be a whole number from 100 to 5000, not "99".'],
    [{ CELL_M: '5001' }, 'CELL_M must be a whole number from 100 to 5000, not "5001".'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000".'],
    [
      { HOST: '0.0.0.0' },
      "Set PUBLIC_URL when HOST is open to other machines. It's the address people type, like https://food.example.",
    ],
    [{ PUBLIC_URL: 'food.example' }, 'PUBLIC_URL must be an address that begins with https:// or http://.'],
    [
      { PUBLIC_URL: 'https://food.example/app' },
      'PUBLIC_URL must be a scheme, host, and port only, like https://food.example.',
    ],
    ...['postgres://me:a#b@db/food', 'postgres://me:a/b@db/food', 'postgres://db:99999/food'].map(
      (wrong): [Record<string, string>, string] => [
        { DATABASE_URL: wrong },
        'DATABASE_URL must be an address like postgres://user:password@host:5432/database: in user and password write @ : / ? # % as %40 %3A %2F %3F %23 %25, and the port is at most 65535.',
      ],
    ),
    [
      { DATABASE_URL: 'postgres://db/food?sslmode=allow' },
      'DATABASE_URL, sslmode, must be one of disable, no-verify, prefer, require, verify-ca, verify-full, not "allow".',
    ],
    [
      { DATABASE_URL: 'mysql://db/food' },
      'DATABASE_URL must be an address that begins with postgres:// or postgresql://.',
    ],
    [{ APP_NAME: 'Our Table ✓' }, 'APP_NAME must have a letter or a number, and no check mark or badge.'],
    [{ APP_NAME: '\u3164' }, 'APP_NAME must have a letter or a number, and no check mark or badge.'],
    [{ APP_NAME: 'a'.repeat(61) }, 'APP_NAME must be a single line with 60 characters at most.'],
    [
      { TIME_ZONE: 'Mars/Olympus' },
      'TIME_ZONE must be a time zone like America/New_York, not "Mars/Olympus".',
    ],
    [
      { SESSION_SECRET: 'short' },
      'SESSION_SECRET must have at least 32 characters. Leave it out, and one will be made and kept.',
    ],
    [
      { S3_URL: 's3://photos', SESSION_SECRET: long('s') },
      'S3_URL must look like https://KEY:SECRET@s3.example/photos?region=eu-central-1: a key, its secret, and one bucket, in the path or before the host.',
    ],
    [
      { S3_URL: 'https://K:S@s3.example/photos', DATA_DIR: '/data' },
      'S3_URL is set, so SESSION_SECRET must be set too, the same on all machines. If this one has /data/session-secret, it is what stands there.',
    ],
    [
      {
        BACKUP_S3_URL: 'https://K:S@s3.example/photos',
        S3_URL: 'https://K:S@s3.example/photos',
        SESSION_SECRET: long('s'),
      },
      'BACKUP_S3_URL and S3_URL name the same bucket: use another for the backups, best in another place.',
    ],
    [{ DEMO: 'yes' }, 'DEMO must be one of on, off, not "yes".'],
    [
      { DEMO: 'on', NODE_ENV: 'production' },
      "DEMO=on isn't allowed with NODE_ENV=production: the demo's passwords are public.",
    ],
    [
      { DEMO: 'on', S3_URL: 'https://K:S@s3.example/photos', SESSION_SECRET: 's'.repeat(43) },
      "DEMO=on isn't allowed with S3_URL: the demo starts over each night, and would leave its photos in that store.",
    ],
    [
      { TRUST_PROXY: '10.0.0.0/40' },
      'TRUST_PROXY must be on, off, or the addresses of your proxies, like 10.0.0.1,192.168.0.0/16.',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
    ],
    [
      { DATABASE_DIRECT_URL: 'postgres://db/larder' },
      'DATABASE_DIRECT_URL is set, so DATABASE_URL must be set too.',
    ],
    [{ SMTP_URL: 'smtp://mail.example' }, 'SMTP_URL is set, so MAIL_FROM must be set too.'],
    [
      { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'the larder' },
      'MAIL_FROM must be an email address, like OpenLarder <food@example.org>.',
    ],
    [
      { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@example.org, b@example.org' },
      'MAIL_FROM must be an email address, like OpenLarder <food@example.org>.',
    ],
    [
      { COMMUNITY_CLAIMS: 'split=60/25/16' },
      'COMMUNITY_CLAIMS must look like this, with what you can stand by: families=50,000+; food=2.5M; donated=$500K+; programs=95%; split=60/25/15',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_WEBHOOK_SECRET: 'whsec_c' },
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are set, so STRIPE_PUBLISHABLE_KEY must be set too.',
    ],
    [
      { ...PROVIDER_KEYS, STRIPE_PUBLISHABLE_KEY: 'sk_test_hunter2' },
      "STRIPE_PUBLISHABLE_KEY must be a key of your card provider's that begins with one of pk_live_, pk_test_.",
    ],
    [
      { ...PROVIDER_KEYS, STRIPE_SECRET_KEY: 'sk_live_a' },
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.',
    ],
    [
      {
        ...PROVIDER_KEYS,
        STRIPE_SECRET_KEY: 'sk_live_a',
        STRIPE_PUBLISHABLE_KEY: 'pk_live_a',
        DEMO: 'on',
      },
      "DEMO=on isn't allowed with live Stripe keys: the demo would take real money. Use test keys.",
    ],
    [
      { ...PROVIDER_KEYS, STRIPE_API_URL: 'http://stripe.example' },
      'STRIPE_API_URL must begin with https:// unless the provider is on this machine.',
    ],
    [
      { OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
      'OIDC_ISSUER must begin with https:// unless the provider is on this machine.',
    ],
    [{ ADMIN_EMAIL: 'ann' }, 'ADMIN_EMAIL must be an email address.'],
    [
      { CURRENCY: 'IQD' },
      'CURRENCY must be the code of a currency that people can donate in, like EUR, not "IQD".',
    ],
    [{ COUNTRY: 'USA' }, 'COUNTRY must be a two-letter country code like US, not "USA".'],
    [
      { HELP_LINES: 'Larder|||Mondays' },
      'HELP_LINES must look like this: Food bank|555 0100|https://food.example|Mondays; Town hall|555 0199||',
    ],
    [
      { HELP_LINES: 'Larder||javascript:alert(1)|' },
      'HELP_LINES must look like this: Food bank|555 0100|https://food.example|Mondays; Town hall|555 0199||',
    ],
    [
      { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a' },
      'OIDC_ISSUER and OIDC_CLIENT_ID are set, so OIDC_CLIENT_SECRET must be set too.',
    ],
    [{ MAP_ATTRIBUTION: 'us' }, 'MAP_ATTRIBUTION is set, so MAP_TILE_URL must be set too.'],
    [
      { OIDC_CLIENT_ID: 'a' },
      'OIDC_CLIENT_ID is set, so OIDC_ISSUER and OIDC_CLIENT_SECRET must be set too.',
    ],
    [
      { MAP_TILE_URL: 'https://tiles.example/', MAP_ATTRIBUTION: 'x' },
      'MAP_TILE_URL must contain {z}, {x}, and {y}.',
    ],
    [{ PLACES_FILE: '/nowhere/places.json' }, "PLACES_FILE /nowhere/places.json can't be read (ENOENT)."],
  ])('%j', (env, line) => {
    expect(faultsOf(env)).toEqual([line]);
    expect(fs.readdirSync(DATA_DIR), 'nothing is written').toEqual([]);
  });

  test('is worded in the language of the operator', () => {
    const translate = Object.assign(
      (table: TextTable, key: string, params: TextParams = {}) =>
        `${table.namespace}.${key} ${JSON.stringify(params)}`,
      { language: 'en' as const },
    );
    const fault = faultOf({ PORT: 'x', OIDC_CLIENT_ID: 'a' });
    expect(fault.lines(translate)).toEqual([
      'settings.whole-number {"name":"PORT","min":"0","max":"65535","value":"x"}',
      'settings.needed-too {"names":"OIDC_ISSUER and OIDC_CLIENT_SECRET","others":"OIDC_CLIENT_ID","count":1}',
    ]);
  });

  test('does not hide the others', () => {
    expect(faultsOf({ PORT: 'x', TIME_ZONE: 'x', DEMO: 'x', ADMIN_EMAIL: 'x' })).toHaveLength(4);
  });

  test('never repeats what may be secret', () => {
    const lines = faultsOf({
      DATABASE_URL: 'http://me:hunter2@db',
      SESSION_SECRET: 'hunter2',
      SMTP_URL: 'http://me:hunter2@mail',
      MAIL_FROM: 'a@b.c',
      S3_URL: 'ftp://me:hunter2@s3.example/photos',
    });
    expect(lines).toHaveLength(4);
    expect(lines.join('')).not.toContain('hunter2');
  });
});

describe('secrets', () => {
  test('are created once, readable by their owner only', () => {
    const first = settingsOf({});
    const again = settingsOf({});
    expect(again.sessionSecret).toBe(first.sessionSecret);
    expect(first.sessionSecret.length).toBeGreaterThanOrEqual(43);
    expect(fs.readdirSync(DATA_DIR)).toEqual(['session-secret']);
    expect(fs.statSync(path.join(DATA_DIR, 'session-secret')).mode & 0o777).toBe(0o600);
  });

  test('that are set are not written', () => {
    settingsOf({ SESSION_SECRET: long('a') });
    expect(fs.readdirSync(DATA_DIR)).toEqual([]);
  });

  test('that are truncated on disk are reported, not replaced', () => {
    const file = path.join(DATA_DIR, 'session-secret');
    fs.writeFileSync(file, 'abc');
    expect(faultsOf({})).toEqual([
      `${file} is incomplete: restore it from a backup, or delete it and a new one will be made.`,
    ]);
    expect(fs.readFileSync(file, 'utf8')).toBe('abc');
  });

  test('in a folder that cannot be created fail with one line', () => {
    const file = path.join(root, 'a-file');
    fs.writeFileSync(file, '');
    expect(faultsOf({ DATA_DIR: file })).toEqual([
      `DATA_DIR ${file} can't be used (ENOTDIR): the session-secret is kept there.`,
    ]);
  });
});

describe('the demo in a database', () => {
  const fresh = { isNew: true, isEmpty: true, holdsDemo: false };
  const emptyOld = { isNew: false, isEmpty: true, holdsDemo: false };
  const lived = { isNew: false, isEmpty: false, holdsDemo: false };
  const demo = { isNew: false, isEmpty: false, holdsDemo: true };
  test.each([
    ['when-new', fresh, 'open'],
    ['when-new', emptyOld, 'none'],
    ['when-new', lived, 'none'],
    ['when-new', demo, 'continue'],
    ['on', fresh, 'open'],
    ['on', emptyOld, 'open'],
    ['on', demo, 'continue'],
    ['off', fresh, 'none'],
    ['off', lived, 'none'],
  ] as const)('%s with %o: %s', (setting, database, decision) => {
    expect(decideDemo(setting, database)).toBe(decision);
  });

  test.each([
    ['on', lived, /DEMO=on needs an empty database/],
    ['off', demo, /has the demo community/],
  ] as const)('%s with %o is refused', (setting, database, reason) => {
    expect(() => decideDemo(setting, database)).toThrow(reason);
  });
});
