import * as fs from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { CLAIMS_EXAMPLE, parseCommunityClaims } from '@openlarder/domain/kernel/community-claims.ts';
import { isCurrency } from '@openlarder/domain/kernel/currency-scales.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { nameProblem, nameRules } from '@openlarder/domain/kernel/names.ts';
import type { TextParams } from '@openlarder/domain/kernel/text-table.ts';
import * as z from 'zod';
import { parseStoreAddress, STORE_ADDRESS_EXAMPLE } from '../s3/store-address.ts';
import { addressesOf } from '../postgres/several-hosts.ts';
import { errorCode, type StartupFault } from '../startup-error.ts';
import { settingsTexts } from '../startup-texts.ts';

/** A help line of the community; it has a phone number, a web address, or both. */
export type HelpLineSetting = {
  readonly name: string;
  readonly phone: string | null;
  readonly url: string | null;
  readonly note: string;
};

export const MIN_SECRET_LENGTH = 32;
const MOST_PROCESSES = 32;
const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
const SENDER = /^(?:[^<>@\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u;
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
const MAX_HELP_LINE_LENGTH = 200;
const MAX_PARAGRAPHS_LENGTH = 5000;
export const EXAMPLE_ORIGIN = 'https://food.example';
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

export function faultOf(name: string, message: string): StartupFault {
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

export const wholeNumber = (min: number, max: number) =>
  parsed(
    (text) => (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null),
    (value) => fault('whole-number', { min: String(min), max: String(max), value }),
  );

export const oneOf = <const Choice extends string>(choices: readonly Choice[]) =>
  parsed(
    (text) => choices.find((choice) => choice === text.toLowerCase()) ?? null,
    (value) => fault('one-of', { choices: choices.join(', '), value }),
  );

/** A number, or `auto` for one for each processor. */
export const processes = parsed(
  (text) => {
    if (text.toLowerCase() === 'auto') return Math.min(availableParallelism(), MOST_PROCESSES);
    return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_PROCESSES
      ? Number(text)
      : null;
  },
  (value) => fault('processes', { max: MOST_PROCESSES, value }),
);

/** The community chooses its own words. */
const NO_WORDS = nameRules([]);

export const displayName = (maxLength: number) =>
  z
    .string()
    .refine(
      (text) => text.length <= maxLength && !/\p{Cc}/u.test(text),
      fault('one-line', { max: maxLength }),
    )
    .refine((text) => !['mark', 'unnamed'].includes(nameProblem(text, NO_WORDS) ?? ''), fault('name'));

export const url = (...protocols: readonly [string, string]) =>
  z.string().refine(
    (text) => {
      const given = parseUrl(text);
      if (!given || !protocols.includes(given.protocol)) return false;
      return given.hostname !== '';
    },
    fault('begins-with', { one: `${protocols[0]}//`, other: `${protocols[1]}//` }),
  );

export const webUrl = url('https:', 'http:');

const SSL_CHOICES: Readonly<Record<string, readonly string[]>> = {
  sslmode: ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'],
  ssl: ['true', '1', '0'],
};

/** May name several hosts. */
export const databaseUrl = (variable: string) =>
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

export const origin = webUrl
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
export const providerUrl = webUrl
  .refine((text) => {
    return parseUrl(text)?.protocol !== 'http:' || isLoopback(hostnameOf(text));
  }, fault('issuer-https'))
  .transform((text) => text.replace(/\/$/, ''));

export const tileUrl = webUrl.refine(
  (text) => !parseUrl(text) || ['{z}', '{x}', '{y}'].every((part) => text.includes(part)),
  fault('tile-placeholders', { z: '{z}', x: '{x}', y: '{y}' }),
);

export const timeZone = parsed(
  (text) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
    } catch {
      return null;
    }
  },
  (value) => fault('time-zone', { example: 'America/New_York', value }),
);

export const country = z
  .string()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, {
    error: ({ input }) => fault('country', { example: 'US', value: String(input) }),
  });

export const currency = parsed(
  (text) => (isCurrency(text.toUpperCase()) ? text.toUpperCase() : null),
  (value) => fault('currency', { example: 'EUR', value }),
);

export const place = parsed(
  (text): GeoPoint | null => {
    const [, latitude = '', longitude = ''] = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
    const isOnMap = latitude !== '' && Math.abs(Number(latitude)) <= 85 && Math.abs(Number(longitude)) <= 180;
    return isOnMap ? { latitude: Number(latitude), longitude: Number(longitude) } : null;
  },
  (value) => fault('place', { example: '52.52, 13.405', value }),
);

export const helpLines = parsed(
  (text) => {
    const lines = text.split(';').filter((line) => line.trim() !== '');
    const all = lines.map(parseHelpLine).filter((line) => line !== null);
    return all.length === lines.length ? all : null;
  },
  () => fault('help-lines', { example: EXAMPLE_HELP_LINES }),
);

/** `on`, `off`, or the addresses and networks of the proxies in front, separated by commas. */
export const proxies = parsed(
  (text): boolean | string[] | null => {
    const value = text.toLowerCase();
    if (value === 'on' || value === 'off') return value === 'on';
    const all = value.split(',').map((one) => one.trim());
    return all.every((one) => PROXY_NAMES.includes(one) || isNetwork(one)) ? all : null;
  },
  () => fault('proxies', { example: '10.0.0.1,192.168.0.0/16' }),
);

export const storeAddress = parsed(parseStoreAddress, () =>
  fault('store-address', { example: STORE_ADDRESS_EXAMPLE }),
);

export const claims = parsed(parseCommunityClaims, () =>
  fault('community-claims', { example: CLAIMS_EXAMPLE }),
);

/** A key of the card provider, which begins with what it is for. */
export const providerKey = (...prefixes: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => /^\w+$/.test(text) && prefixes.some((prefix) => text.startsWith(prefix)),
      fault('provider-key', { prefixes: prefixes.join(', ') }),
    );

export const secret = z.string().min(MIN_SECRET_LENGTH, fault('secret-length', { min: MIN_SECRET_LENGTH }));

export const readableFile = z.string().transform((name, context) => {
  const file = path.resolve(name);
  try {
    fs.accessSync(file, fs.constants.R_OK);
  } catch (error) {
    context.addIssue(fault('unreadable', { file, code: errorCode(error) }));
  }
  return file;
});

/** Paragraphs, one a line; where a variable cannot have lines, `\\n` stands for their ends. */
export const paragraphs = z
  .string()
  .transform((text) => text.replaceAll(String.raw`\n`, '\n'))
  .check(
    z.refine(
      (text) => text.length <= MAX_PARAGRAPHS_LENGTH && !/[^\P{Cc}\n\r\t]/u.test(text),
      fault('paragraphs', { max: MAX_PARAGRAPHS_LENGTH }),
    ),
  );

export const email = z.string().regex(EMAIL, fault('email'));
export const sender = z.string().regex(SENDER, fault('sender', { example: 'OpenLarder <food@example.org>' }));

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
