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

const emergencyNumber = (phone: string): KnownHelpLine => ({
  text: 'emergency-services',
  phone,
  url: null,
  note: 'emergency',
});

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
    emergencyNumber('911'),
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
    emergencyNumber('911'),
  ],
  GB: [
    {
      // https://www.trussell.org.uk
      name: 'Trussell food banks',
      phone: '0808 208 2138',
      url: 'https://www.trussell.org.uk',
      note: 'trussell',
    },
    emergencyNumber('999'),
  ],
  IE: [
    {
      // https://www.svp.ie
      name: 'Society of St Vincent de Paul',
      phone: null,
      url: 'https://www.svp.ie',
      note: 'help-from-people-near',
    },
    emergencyNumber('112'),
  ],
  AU: [
    {
      // https://askizzy.org.au
      name: 'Ask Izzy',
      phone: null,
      url: 'https://askizzy.org.au',
      note: 'any-help-no-name',
    },
    emergencyNumber('000'),
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
    emergencyNumber('111'),
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
    emergencyNumber('112'),
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
    emergencyNumber('112'),
  ],
  NL: [
    {
      // https://voedselbankennederland.nl
      name: 'Voedselbanken Nederland',
      phone: null,
      url: 'https://voedselbankennederland.nl',
      note: 'nearest-food-bank',
    },
    emergencyNumber('112'),
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
    emergencyNumber('112'),
  ],
  IT: [
    {
      // https://www.caritas.it
      name: 'Caritas',
      phone: null,
      url: 'https://www.caritas.it',
      note: 'meals-and-help',
    },
    emergencyNumber('112'),
  ],
} as const satisfies Readonly<Record<string, readonly KnownHelpLine[]>>;

type KnownCountry = keyof typeof BY_COUNTRY;
const isKnown = (country: string): country is KnownCountry => Object.hasOwn(BY_COUNTRY, country);
export const HELP_LINE_COUNTRIES: readonly string[] = Object.keys(BY_COUNTRY);

/** Mobile phones connect this number to the local emergency services anywhere. */
const OTHER_COUNTRIES: readonly KnownHelpLine[] = [emergencyNumber('112')];

/**
 * The help lines of a country (two letters, ISO 3166-1; null if unknown), after the community's `own` lines.
 * `translate` translates a text of `helpLineTexts` into the reader's language.
 */
export function helpLinesFor(
  country: string | null,
  own: readonly HelpLine[],
  translate: (key: HelpLineTextKey) => string,
): readonly HelpLine[] {
  const code = country?.toUpperCase() ?? '';
  const known: readonly KnownHelpLine[] = isKnown(code) ? BY_COUNTRY[code] : OTHER_COUNTRIES;
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
