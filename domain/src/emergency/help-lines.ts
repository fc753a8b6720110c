import type { HelpLineTextKey } from './help-line-texts.ts';
import type { HelpLine } from './request-contract.ts';

/*
 * Other sources of food or help, by country: organizations that give food or refer to those who do, then the emergency
 * number. Only organizations that have existed for years are listed. Entries were written from memory, not fetched; the
 * source of each is next to it. A community can set its own lines, which come first.
 */

/** An organization's name, or a text's key in `text`; the note is a text's key. */
type KnownHelpLine = Pick<HelpLine, 'phone' | 'url'> &
  ({ readonly name: string } | { readonly text: HelpLineTextKey }) & { readonly note: HelpLineTextKey };

/**
 * The national number at which an ambulance answers, from ITU's list of emergency numbers (ITU-T E.129) and the countries'
 * own pages, written from memory. Countries without one number, or of which none is known for sure, have none.
 */
const EMERGENCY_NUMBERS: Readonly<Record<string, string>> = {
  112: 'AD AT AX BE BG CH CY CZ DE DK EE ES FI FO FR GE GF GH GI GL GP GR HR HU ID IE IN IS IT KZ LI LT LU LV ME MK MQ MT NG NL PL PT RE RO RU SE SI SK TR TZ XK ZA',
  107: 'AR',
  911: 'AS BM BZ CA CR DO EC GU HN JO KY MP MX PA PH PR PY SV US UY VE VI',
  999: 'BD BH GB GG HK IM JE KE MO MY QA',
  '000': 'AU CC CX NF',
  101: 'IL',
  102: 'NP',
  106: 'PE',
  111: 'NZ',
  113: 'NO',
  115: 'IR VN',
  119: 'JP KR TW',
  120: 'CN',
  123: 'CO EG',
  131: 'CL',
  192: 'BR',
  995: 'SG',
  998: 'AE',
  1122: 'PK',
  1669: 'TH',
  1990: 'LK',
};

const emergencyNumberOf = (country: string): readonly KnownHelpLine[] =>
  Object.entries(EMERGENCY_NUMBERS).flatMap(([phone, countries]) =>
    countries.split(' ').includes(country)
      ? [{ text: 'emergency-services', phone, url: null, note: 'emergency' }]
      : [],
  );

const BY_COUNTRY = {
  US: [
    {
      // https://www.211.org
      name: '211',
      phone: '211',
      url: 'https://www.211.org',
      note: 'any-help-many-languages',
    },
    {
      // https://www.fns.usda.gov/partnerships/national-hunger-clearinghouse
      name: 'USDA National Hunger Hotline',
      phone: '1-866-348-6479',
      url: 'https://www.hungerfreeamerica.org',
      note: 'usda-hotline',
    },
  ],
  CA: [
    {
      // https://211.ca
      name: '211',
      phone: '211',
      url: 'https://211.ca',
      note: 'any-help-many-languages',
    },
    {
      // https://foodbankscanada.ca
      name: 'Food Banks Canada',
      phone: null,
      url: 'https://foodbankscanada.ca',
      note: 'nearest-food-bank',
    },
  ],
  GB: [
    {
      // https://www.trussell.org.uk
      name: 'Trussell food banks',
      phone: '0808 208 2138',
      url: 'https://www.trussell.org.uk',
      note: 'trussell',
    },
  ],
  IE: [
    {
      // https://www.svp.ie
      name: 'Society of St Vincent de Paul',
      phone: null,
      url: 'https://www.svp.ie',
      note: 'help-from-people-near',
    },
  ],
  AU: [
    {
      // https://askizzy.org.au
      name: 'Ask Izzy',
      phone: null,
      url: 'https://askizzy.org.au',
      note: 'any-help-no-name',
    },
  ],
  NZ: [
    {
      // https://www.workandincome.govt.nz
      name: 'Work and Income',
      phone: '0800 559 009',
      url: 'https://www.workandincome.govt.nz',
      note: 'help-to-pay',
    },
    {
      // https://www.salvationarmy.org.nz
      name: 'The Salvation Army',
      phone: '0800 53 00 00',
      url: 'https://www.salvationarmy.org.nz',
      note: 'food-parcels',
    },
  ],
  DE: [
    {
      // https://www.tafel.de
      name: 'Tafel',
      phone: null,
      url: 'https://www.tafel.de',
      note: 'nearest-tafel',
    },
    {
      // https://www.telefonseelsorge.de
      name: 'TelefonSeelsorge',
      phone: '0800 111 0 111',
      url: 'https://www.telefonseelsorge.de',
      note: 'someone-to-talk-to',
    },
  ],
  FR: [
    {
      // https://soliguide.fr
      name: 'Soliguide',
      phone: null,
      url: 'https://soliguide.fr',
      note: 'meals-and-parcels',
    },
    {
      // https://www.samusocial.paris
      name: '115',
      phone: '115',
      url: null,
      note: 'nowhere-to-sleep',
    },
  ],
  NL: [
    {
      // https://voedselbankennederland.nl
      name: 'Voedselbanken Nederland',
      phone: null,
      url: 'https://voedselbankennederland.nl',
      note: 'nearest-food-bank',
    },
  ],
  ES: [
    {
      // https://www.fesbal.org.es
      name: 'FESBAL',
      phone: null,
      url: 'https://www.fesbal.org.es',
      note: 'food-bank-of-province',
    },
    {
      // https://www.caritas.es
      name: 'Cáritas',
      phone: null,
      url: 'https://www.caritas.es',
      note: 'food-and-help',
    },
  ],
  IT: [
    {
      // https://www.caritas.it
      name: 'Caritas',
      phone: null,
      url: 'https://www.caritas.it',
      note: 'meals-and-help',
    },
  ],
} as const satisfies Readonly<Record<string, readonly KnownHelpLine[]>>;

type KnownCountry = keyof typeof BY_COUNTRY;
const isKnown = (country: string): country is KnownCountry => Object.hasOwn(BY_COUNTRY, country);
export const HELP_LINE_COUNTRIES: readonly string[] = Object.keys(BY_COUNTRY);

/**
 * The help lines of a country (two letters, ISO 3166-1; null if unknown) that are known, after the community's `own` lines.
 * `translate` translates a text of `helpLineTexts` into the reader's language.
 */
export function helpLinesFor(
  country: string | null,
  own: readonly HelpLine[],
  translate: (key: HelpLineTextKey) => string,
): readonly HelpLine[] {
  const code = country?.toUpperCase() ?? '';
  const known: readonly KnownHelpLine[] = [
    ...(isKnown(code) ? BY_COUNTRY[code] : []),
    ...emergencyNumberOf(code),
  ];
  return [
    ...own,
    ...known.map(({ phone, url, note, ...called }) => ({
      name: 'name' in called ? called.name : translate(called.text),
      phone,
      url,
      note: translate(note),
    })),
  ];
}
