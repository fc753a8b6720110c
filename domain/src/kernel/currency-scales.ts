import { minorUnits } from './currencies.ts';

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

export const isCurrency = (currency: string): boolean => SCALES.has(currency);

/** What stands in a currency for an amount that is named in cents of a dollar, in its minor units. */
export const fromDollarCents = (cents: number, currency: string): number =>
  (cents * (SCALES.get(currency) ?? 1) * minorUnits(currency).perUnit) / 100;

/** The reverse: what an amount of minor units does is told by it. */
export const toDollarCents = (amount: number, currency: string): number =>
  (amount * 100) / ((SCALES.get(currency) ?? 1) * minorUnits(currency).perUnit);
