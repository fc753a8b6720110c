/*
 * Currencies with two decimals (ISO 4217), in which people can donate, by how many of them are named where the
 * specification names a dollar: roughly what the dollar was worth in 2025, as a power of ten.
 */
const BY_SCALE: readonly (readonly [scale: number, currencies: string])[] = [
  [
    1,
    'AED AUD AWG AZN BAM BBD BMD BND BRL BSD BYN BZD CAD CHF EUR FJD FKP GBP GEL GIP ILS KYD MYR NZD PEN PGK PLN QAR RON SAR SGD SHP TMT TOP USD WST XCD XCG',
  ],
  [
    10,
    'BOB BWP CNY CUP CZK DKK DOP EGP ERN GHS GTQ HKD HNL LSL MAD MDL MKD MOP MRU MUR MVR MXN MZN NAD NIO NOK PHP SBD SCR SEK SLE SRD STN SZL THB TJS TRY TTD TWD UAH UYU ZAR ZMW',
  ],
  [
    100,
    'AFN ALL AMD BDT BTN CRC CVE DZD ETB GMD GYD HTG HUF INR JMD KES KGS KZT LKR LRD NPR PKR RSD RUB SDG SOS VES YER',
  ],
  [1000, 'AOA ARS CDF COP KHR MMK MNT MWK NGN SSP TZS'],
  [10_000, 'IDR IRR LAK LBP SYP UZS'],
];

const SCALES: ReadonlyMap<string, number> = new Map(
  BY_SCALE.flatMap(([scale, currencies]) =>
    currencies.split(' ').map((currency) => [currency, scale] as const),
  ),
);

export const DEFAULT_CURRENCY = 'USD';

export const isCurrency = (currency: string): boolean => SCALES.has(currency);

/** What amounts that are named in dollars are multiplied by in another currency. */
export const currencyScale = (currency: string): number => SCALES.get(currency) ?? 1;

/** Hundredths of a currency: "$10", "€7.50", "KSh 1,250"; with cents in any case if `exact`. */
export function formatCurrency(
  cents: number,
  currency: string,
  { exact = false, numberFormat = plainFormat } = {},
): string {
  const digits = !exact && cents % 100 === 0 ? 0 : 2;
  return numberFormat({
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cents / 100);
}

const plainFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  new Intl.NumberFormat('en', options);
