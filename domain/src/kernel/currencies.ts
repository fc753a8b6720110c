type MinorUnits = {
  /** How many are one of the currency (ISO 4217). */
  readonly perUnit: number;
  /** The card provider takes multiples of this. */
  readonly step: number;
  /** The decimals in which people write an amount. */
  readonly decimals: number;
};

const HUNDREDTHS: MinorUnits = { perUnit: 100, step: 1, decimals: 2 };
/**
 * Those that do not have hundredths, from the card provider's list of currencies. What an engine's Intl says is no source:
 * engines leave out the decimals that are seldom written, each of other currencies.
 */
const OTHER_UNITS: ReadonlyMap<string, MinorUnits> = new Map(
  (
    [
      [{ perUnit: 1, step: 1, decimals: 0 }, 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'],
      // the provider counts in hundredths that no one pays with
      [{ perUnit: 100, step: 100, decimals: 0 }, 'ISK UGX'],
      [{ perUnit: 1000, step: 10, decimals: 3 }, 'BHD JOD KWD OMR TND'],
    ] as const
  ).flatMap(([units, currencies]) => currencies.split(' ').map((currency) => [currency, units] as const)),
);

export const DEFAULT_CURRENCY = 'USD';

/** The whole numbers in which amounts of a currency are stored, sent, and paid: cents, yen, thousandths of a dinar. */
export const minorUnits = (currency: string): MinorUnits => OTHER_UNITS.get(currency) ?? HUNDREDTHS;

/** Minor units as a plain number with all decimals of the currency: "10.00", "500", "1.250". */
export function plainAmount(amount: number, currency: string): string {
  const { perUnit, decimals } = minorUnits(currency);
  return (amount / perUnit).toFixed(decimals);
}

/** Minor units of a currency: "$10", "€7.50", "KSh 1,250", "¥500"; with all decimals in any case if `exact`. */
export function formatCurrency(
  amount: number,
  currency: string,
  { exact = false, numberFormat = plainFormat } = {},
): string {
  const { perUnit, decimals } = minorUnits(currency);
  const digits = !exact && amount % perUnit === 0 ? 0 : decimals;
  return numberFormat({
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / perUnit);
}

const plainFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  new Intl.NumberFormat('en', options);
