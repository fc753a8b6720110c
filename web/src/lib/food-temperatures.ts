import { communityRegion, numberFormat } from './format.ts';

/** Where kitchens and weather are measured in degrees Fahrenheit. */
const FAHRENHEIT: ReadonlySet<string> = new Set('US PR GU VI AS MP UM BS KY LR PW FM MH'.split(' '));

/** Whether the specified degrees Fahrenheit stand first; also where the country is unknown. */
export function readsFahrenheit(): boolean {
  const { country } = communityRegion();
  return country === null || FAHRENHEIT.has(country);
}

/** The limits of the FDA and the USDA. */
const AMERICAN = {
  cold: [40, 4],
  reheated: [165, 74],
  warmDay: [90, 32],
} as const;
/**
 * "Five Keys to Safer Food Manual", World Health Organization, 2006, ISBN 9789241594639: cooked to 70 °C, refrigerated
 * promptly and best below 5 °C, kept above 60 °C until it is served. The warm day is the FDA's.
 */
const FIVE_KEYS_C = { hot: 60, cold: 5, reheated: 70, warmDay: 32 } as const;
/** The Food Standards Agency keeps food hotter. */
const HOT_IN_BRITAIN_C = 63;

const celsius = (degrees: number): string =>
  numberFormat({ style: 'unit', unit: 'celsius' }).format(degrees).replaceAll(/\s/g, ' ');

/** A limit where food is kept, as it is read where the community is: "5 °C", "40°F (4°C)". */
export function foodTemperature(limit: keyof typeof AMERICAN): string {
  if (!readsFahrenheit()) return celsius(FIVE_KEYS_C[limit]);
  const [fahrenheit, c] = AMERICAN[limit];
  const inFahrenheit = numberFormat({ style: 'unit', unit: 'fahrenheit' }).format(fahrenheit);
  return `${inFahrenheit.replaceAll(/\s/g, ' ')} (${celsius(c)})`;
}

/** What hot food stays above, where degrees Celsius are read. */
export const hotInCelsius = (): string =>
  celsius(communityRegion().country === 'GB' ? HOT_IN_BRITAIN_C : FIVE_KEYS_C.hot);
