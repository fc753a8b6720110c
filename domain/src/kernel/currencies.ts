/*
 * Currencies in which people can donate, by how many of them are named where the specification names a dollar: roughly
 * what the dollar was worth in 2025, as a power of ten.
 */
const BY_SCALE: readonly (readonly [scale: number, currencies: string])[] = [
  [
    1,
    'AED AUD AWG AZN BAM BBD BHD BMD BND BRL BSD BYN BZD CAD CHF EUR FJD FKP GBP GEL GIP ILS JOD KWD KYD MYR NZD OMR PEN PGK PLN QAR RON SAR SGD SHP TMT TND TOP USD WST XCD XCG',
  ],
  [
    10,
    'BOB BWP CNY CUP CZK DKK DOP EGP ERN GHS GTQ HKD HNL LSL MAD MDL MKD MOP MRU MUR MVR MXN MZN NAD NIO NOK PHP SBD SCR SEK SLE SRD STN SZL THB TJS TRY TTD TWD UAH UYU ZAR ZMW',
  ],
  [
    100,
    'AFN ALL AMD BDT BTN CRC CVE DJF DZD ETB GMD GYD HTG HUF INR ISK JMD JPY KES KGS KMF KZT LKR LRD NPR PKR RSD RUB SDG SOS VES VUV XPF YER',
  ],
  [1000, 'AOA ARS BIF CDF CLP COP KHR KRW MGA MMK MNT MWK NGN RWF SSP TZS UGX XAF XOF'],
  [10_000, 'GNF IDR IRR LAK LBP PYG SYP UZS VND'],
];

const SCALES: ReadonlyMap<string, number> = new Map(
  BY_SCALE.flatMap(([scale, currencies]) =>
    currencies.split(' ').map((currency) => [currency, scale] as const),
  ),
);

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

export const isCurrency = (currency: string): boolean => SCALES.has(currency);

/** The whole numbers in which amounts of a currency are stored, sent, and paid: cents, yen, thousandths of a dinar. */
export const minorUnits = (currency: string): MinorUnits => OTHER_UNITS.get(currency) ?? HUNDREDTHS;

/** What stands in a currency for an amount that is named in cents of a dollar, in its minor units. */
export const fromDollarCents = (cents: number, currency: string): number =>
  (cents * (SCALES.get(currency) ?? 1) * minorUnits(currency).perUnit) / 100;

/** The reverse: what an amount of minor units does is told by it. */
export const toDollarCents = (amount: number, currency: string): number =>
  (amount * 100) / ((SCALES.get(currency) ?? 1) * minorUnits(currency).perUnit);

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
