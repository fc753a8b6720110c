import { isCurrency } from '@openlarder/domain/kernel/currency-scales.ts';

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
/** Codes that name no country. */
const OTHER = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

export const countryName = (country: string): string | undefined =>
  new Intl.DisplayNames([document.documentElement.lang || 'en'], { type: 'region', fallback: 'none' }).of(
    country,
  );

/** The language that most people of a country read, by its code: "de" in Germany; for what has several, the largest. */
export const languageOfCountry = (country: string): string =>
  new Intl.Locale(`und-${country}`).maximize().language;

type Choice = { readonly value: string; readonly label: string };

/** The countries that have a name in the page's language, by name. Former codes stand for present ones, and are left out. */
export const countryChoices = (): Choice[] =>
  LETTERS.flatMap((one) => LETTERS.map((other) => one + other))
    .filter((code) => !OTHER.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .flatMap((value) => {
      const label = countryName(value);
      return label === undefined ? [] : [{ value, label }];
    })
    .toSorted((a, b) => a.label.localeCompare(b.label));

/** The time zones, with the given one. */
export function timeZoneChoices(given: string): Choice[] {
  const known = Intl.supportedValuesOf('timeZone');
  return (known.includes(given) ? known : [given, ...known]).map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
  }));
}

export function currencyChoices(): Choice[] {
  const names = new Intl.DisplayNames([document.documentElement.lang || 'en'], { type: 'currency' });
  return Intl.supportedValuesOf('currency')
    .filter(isCurrency)
    .map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
