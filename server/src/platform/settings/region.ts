import { DEFAULT_CURRENCY } from '@openlarder/domain/kernel/currencies.ts';
import { isCurrency } from '@openlarder/domain/kernel/currency-scales.ts';
import currencies from 'country-to-currency';
import type { Settings } from './settings.ts';
import timeZones from './time-zones.json' with { type: 'json' };

/** What is the custom where a community is. */
export type Region = {
  /** ISO 3166-1, two letters; null if unknown. */
  readonly country: string | null;
  /** ISO 4217, of `currencies.ts`. */
  readonly currency: string;
  /** Whether roads are measured in miles. */
  readonly usesMiles: boolean;
};

/** The country that the operator has set or that the time zone is of, and what is the custom there. */
export function regionOf({
  country: set,
  timeZone,
  currency,
}: Pick<Settings, 'country' | 'timeZone' | 'currency'>): Region {
  const country = set ?? countryOfTimeZone(timeZone);
  return {
    country,
    currency: currency ?? currencyOf(country),
    usesMiles: country !== null && MILES.has(country),
  };
}

const COUNTRIES: Readonly<Record<string, readonly string[]>> = timeZones.countries;
const ZONES: readonly string[] = Object.values(COUNTRIES).flat();

/** Whether days and quiet hours are of a clock that no country has, such as a server's UTC, and no one has chosen it. */
export const isClockUnchosen = ({ timeZone, setByOperator }: Pick<Settings, 'timeZone' | 'setByOperator'>) =>
  !setByOperator.includes('TIME_ZONE') && countryOfTimeZone(timeZone) === null;

/** The country that a time zone is of; null for one like UTC. */
function countryOfTimeZone(timeZone: string): string | null {
  const listed = listedTimeZone(timeZone);
  return Object.entries(COUNTRIES).find(([, zones]) => zones.includes(listed))?.[0] ?? null;
}

/** The name that the list of time zones has: engines use names of their own, such as Asia/Calcutta for Asia/Kolkata. */
export function listedTimeZone(timeZone: string): string {
  if (ZONES.includes(timeZone)) return timeZone;
  listedNames ??= new Map(ZONES.map((name) => [canonical(name), name]));
  return listedNames.get(canonical(timeZone)) ?? '';
}

/** By the engine's names, of which asking for all takes a tenth of a second. */
let listedNames: ReadonlyMap<string, string> | undefined;

const canonical = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

const MILES: ReadonlySet<string> = new Set(
  'US GB PR GU VI AS MP UM LR GG JE IM GI FK SH VG KY TC AI BS AG BZ DM GD KN LC VC WS FM MH PW'.split(' '),
);

const CURRENCIES: Readonly<Record<string, string>> = currencies;

/** The currency of a country; the default where the card provider takes none of its own. */
function currencyOf(country: string | null): string {
  const own = CURRENCIES[country ?? ''] ?? '';
  return isCurrency(own) ? own : DEFAULT_CURRENCY;
}
