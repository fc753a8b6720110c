import { DEFAULT_CURRENCY } from '@openlarder/domain/kernel/currencies.ts';
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
    currency: currency ?? CURRENCIES.get(country ?? '') ?? DEFAULT_CURRENCY,
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

/** The currency of each country, from CLDR; none where the card provider takes none. */
const CURRENCIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AED: 'AE',
    AFN: 'AF',
    ALL: 'AL',
    AMD: 'AM',
    AOA: 'AO',
    ARS: 'AR',
    AUD: 'AU CC CX KI NF NR TV',
    AWG: 'AW',
    AZN: 'AZ',
    BAM: 'BA',
    BBD: 'BB',
    BDT: 'BD',
    BHD: 'BH',
    BIF: 'BI',
    BMD: 'BM',
    BND: 'BN',
    BOB: 'BO',
    BRL: 'BR',
    BSD: 'BS',
    BTN: 'BT',
    BWP: 'BW',
    BYN: 'BY',
    BZD: 'BZ',
    CAD: 'CA',
    CDF: 'CD',
    CHF: 'CH LI',
    CLP: 'CL',
    CNY: 'CN',
    COP: 'CO',
    CRC: 'CR',
    CUP: 'CU',
    CVE: 'CV',
    CZK: 'CZ',
    DJF: 'DJ',
    DKK: 'DK FO GL',
    DOP: 'DO',
    DZD: 'DZ',
    EGP: 'EG',
    ERN: 'ER',
    ETB: 'ET',
    EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT',
    FJD: 'FJ',
    FKP: 'FK',
    GBP: 'GB GG IM JE',
    GEL: 'GE',
    GHS: 'GH',
    GIP: 'GI',
    GMD: 'GM',
    GNF: 'GN',
    GTQ: 'GT',
    GYD: 'GY',
    HKD: 'HK',
    HNL: 'HN',
    HTG: 'HT',
    HUF: 'HU',
    IDR: 'ID',
    ILS: 'IL PS',
    INR: 'IN',
    IRR: 'IR',
    ISK: 'IS',
    JMD: 'JM',
    JOD: 'JO',
    JPY: 'JP',
    KES: 'KE',
    KGS: 'KG',
    KHR: 'KH',
    KMF: 'KM',
    KRW: 'KR',
    KWD: 'KW',
    KYD: 'KY',
    KZT: 'KZ',
    LAK: 'LA',
    LBP: 'LB',
    LKR: 'LK',
    LRD: 'LR',
    LSL: 'LS',
    MAD: 'EH MA',
    MDL: 'MD',
    MGA: 'MG',
    MKD: 'MK',
    MMK: 'MM',
    MNT: 'MN',
    MOP: 'MO',
    MRU: 'MR',
    MUR: 'MU',
    MVR: 'MV',
    MWK: 'MW',
    MXN: 'MX',
    MYR: 'MY',
    MZN: 'MZ',
    NAD: 'NA',
    NGN: 'NG',
    NIO: 'NI',
    NOK: 'BV NO SJ',
    NPR: 'NP',
    NZD: 'CK NU NZ PN TK',
    OMR: 'OM',
    PEN: 'PE',
    PGK: 'PG',
    PHP: 'PH',
    PKR: 'PK',
    PLN: 'PL',
    PYG: 'PY',
    QAR: 'QA',
    RON: 'RO',
    RSD: 'RS',
    RUB: 'RU',
    RWF: 'RW',
    SAR: 'SA',
    SBD: 'SB',
    SCR: 'SC',
    SDG: 'SD',
    SEK: 'SE',
    SGD: 'SG',
    SHP: 'SH',
    SLE: 'SL',
    SOS: 'SO',
    SRD: 'SR',
    SSP: 'SS',
    STN: 'ST',
    SYP: 'SY',
    SZL: 'SZ',
    THB: 'TH',
    TJS: 'TJ',
    TMT: 'TM',
    TND: 'TN',
    TOP: 'TO',
    TRY: 'TR',
    TTD: 'TT',
    TWD: 'TW',
    TZS: 'TZ',
    UAH: 'UA',
    UGX: 'UG',
    UYU: 'UY',
    UZS: 'UZ',
    VES: 'VE',
    VND: 'VN',
    VUV: 'VU',
    WST: 'WS',
    XAF: 'CF CG CM GA GQ TD',
    XCD: 'AG AI DM GD KN LC MS VC',
    XCG: 'CW SX',
    XOF: 'BF BJ CI GW ML NE SN TG',
    XPF: 'NC PF WF',
    YER: 'YE',
    ZAR: 'ZA',
    ZMW: 'ZM',
  }).flatMap(([currency, countries]) => countries.split(' ').map((country) => [country, currency] as const)),
);
