import { isIP } from 'node:net';

export type Environment = Readonly<Record<string, string | undefined>>;

const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
const SENDER = /^(?:[^<>@\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u;
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
const LONGEST_CLAIM = 120;
const LONGEST_HELP_LINE = 200;

/** Somewhere people can turn to; a phone number, an address on the web, or both. */
export type HelpLineSetting = {
  readonly name: string;
  readonly phone: string | null;
  readonly url: string | null;
  readonly note: string;
};

/**
 * Reads single variables, each in its form; null when unset. What is wrong is gathered in `faults`, one line each,
 * and the reading goes on, so that all faults are told at once. Lines never repeat a value that may be secret.
 */
export function makeSettingsReader(env: Environment) {
  const faults: string[] = [];
  const fault = (line: string): void => {
    if (!faults.includes(line)) faults.push(line);
  };
  const text = (name: string): string | null => env[name]?.trim() || null;

  const parsedUrl = (name: string, protocols: readonly string[]): URL | null => {
    const value = text(name);
    if (value === null) return null;
    const url = URL.canParse(value) ? new URL(value) : null;
    if (url && protocols.includes(url.protocol) && url.hostname !== '') return url;
    // A database is often reached by a socket, and then its address has no host.
    if (url && protocols.includes(url.protocol) && url.protocol.startsWith('postgres')) return url;
    fault(`${name} must be an address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`);
    return null;
  };

  return {
    faults,
    fault,
    text,

    wholeNumber(name: string, range: { least: number; most: number; fallback: number }): number {
      const value = text(name);
      if (value === null) return range.fallback;
      const number = Number(value);
      if (/^\d+$/.test(value) && number >= range.least && number <= range.most) return number;
      fault(`${name} must be a whole number from ${range.least} to ${range.most}, not "${value}"`);
      return range.fallback;
    },

    oneOf<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | null {
      const value = text(name);
      const chosen = choices.find((choice) => choice === value?.toLowerCase()) ?? null;
      if (value !== null && chosen === null)
        fault(`${name} must be one of ${choices.join(', ')}, not "${value}"`);
      return chosen;
    },

    /** A short line of text that people see. */
    name(name: string, longest: number): string | null {
      const value = text(name);
      if (value !== null && (value.length > longest || /\p{Cc}/u.test(value)))
        fault(`${name} must be one line of at most ${longest} characters`);
      return value;
    },

    url: (name: string, protocols: readonly string[]): string | null =>
      parsedUrl(name, protocols) === null ? null : text(name),

    /** Scheme, host and port alone, as a browser writes an origin. */
    origin(name: string): string | null {
      const url = parsedUrl(name, ['https:', 'http:']);
      if (url === null) return null;
      if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
        fault(`${name} must be scheme, host and port alone, as in https://food.example`);
      return url.origin;
    },

    /** A tile address with its three places to fill. */
    tiles(name: string): string | null {
      const url = parsedUrl(name, ['https:', 'http:']);
      const value = text(name);
      if (url && !['{z}', '{x}', '{y}'].every((place) => value?.includes(place)))
        fault(`${name} must hold {z}, {x} and {y}`);
      return value;
    },

    timeZone(name: string): string | null {
      const value = text(name);
      if (value === null) return null;
      try {
        return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
      } catch {
        fault(`${name} must be a time zone such as America/New_York, not "${value}"`);
        return null;
      }
    },

    /** Two letters that name a country. */
    country(name: string): string | null {
      const value = text(name)?.toUpperCase() ?? null;
      if (value === null || /^[A-Z]{2}$/.test(value)) return value;
      fault(`${name} must be a country's two letters, such as US, not "${value}"`);
      return null;
    },

    /** Lines separated by semicolons, each a name, a phone number, a web address and a note; the last three may be empty. */
    helpLines(name: string): HelpLineSetting[] {
      const lines = (text(name) ?? '').split(';').filter((line) => line.trim() !== '');
      return lines.flatMap((line) => {
        const read = helpLineOf(line);
        if (read) return read;
        fault(`${name} must be lines as in Food bank|555 0100|https://food.example|Mondays; 211|211||`);
        return [];
      });
    },

    email(name: string): string | null {
      const value = text(name);
      if (value !== null && !EMAIL.test(value)) fault(`${name} must be an e-mail address`);
      return value;
    },

    /** Who a mail is from: an address alone, or a name with it in angle brackets. */
    sender(name: string): string {
      const value = text(name) ?? '';
      if (!SENDER.test(value))
        fault(`${name} must be an e-mail address, as in OpenLarder <food@example.org>`);
      return value;
    },

    secret(name: string, shortest: number): string | null {
      const value = text(name);
      if (value !== null && value.length < shortest)
        fault(`${name} must have at least ${shortest} characters; unset, one is made and kept`);
      return value;
    },

    /** `on`, `off`, or the addresses and networks of the proxies in front, separated by commas. */
    proxies(name: string): boolean | string[] {
      const value = text(name)?.toLowerCase() ?? 'off';
      if (value === 'on' || value === 'off') return value === 'on';
      const all = value.split(',').map((one) => one.trim());
      if (!all.every((one) => PROXY_NAMES.includes(one) || isNetwork(one)))
        fault(`${name} must be on, off, or the addresses of the proxies, as in 10.0.0.1,192.168.0.0/16`);
      return all;
    },

    /** A JSON object of short texts. */
    textsByName(name: string): Record<string, string> | null {
      const value = text(name);
      if (value === null) return null;
      const parsed = parseJson(value);
      if (isShortTexts(parsed)) return parsed;
      fault(`${name} must be a JSON object of texts, as in {"families": "50+"}`);
      return null;
    },

    /** Settings that have a meaning only together: all of them, or null; some without the others are a fault. */
    together<const Name extends string, Result>(
      names: readonly Name[],
      make: (value: (name: Name) => string) => Result,
    ): Result | null {
      const missing = names.filter((name) => text(name) === null);
      if (missing.length === names.length) return null;
      if (missing.length === 0) return make((name) => text(name) ?? '');
      const given = names.filter((name) => !missing.includes(name));
      fault(
        `${missing.join(' and ')} must be set too, since ${given.join(' and ')} ${given.length > 1 ? 'are' : 'is'}`,
      );
      return null;
    },
  };
}

function helpLineOf(line: string): HelpLineSetting | null {
  const [name = '', phone = '', url = '', note = '', ...more] = line.split('|').map((part) => part.trim());
  const isUrl = url === '' || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));
  const isReachable = phone !== '' || url !== '';
  if (name === '' || !isReachable || !isUrl || more.length > 0) return null;
  if (line.length > LONGEST_HELP_LINE || /\p{Cc}/u.test(line)) return null;
  return { name, phone: phone || null, url: url || null, note };
}

function isNetwork(value: string): boolean {
  const [address = '', bits, more] = value.split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

function isShortTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === 'string' && one.length <= LONGEST_CLAIM)
  );
}
