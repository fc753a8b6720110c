/** Where the statements of the guide come from: the publishers' own pages. */
export const SOURCES = {
  fda: { name: 'FDA', href: 'https://www.fda.gov/food/buy-store-serve-safe-food/safe-food-handling' },
  produce: {
    name: 'FDA',
    href: 'https://www.fda.gov/food/buy-store-serve-safe-food/selecting-and-serving-produce-safely',
  },
  eggs: {
    name: 'FDA',
    href: 'https://www.fda.gov/food/buy-store-serve-safe-food/what-you-need-know-about-egg-safety',
  },
  usda: { name: 'USDA', href: 'https://www.fsis.usda.gov/food-safety' },
  leftovers: {
    name: 'USDA',
    href: 'https://www.fsis.usda.gov/food-safety/safe-food-handling-and-preparation/food-safety-basics/leftovers-and-food-safety',
  },
  shelf: {
    name: 'USDA',
    href: 'https://www.fsis.usda.gov/food-safety/safe-food-handling-and-preparation/food-safety-basics/shelf-stable-food',
  },
  fsa: { name: 'FSA', href: 'https://www.food.gov.uk/safety-hygiene' },
  wrap: { name: 'WRAP', href: 'https://www.wrap.ngo' },
  law: { name: '42 U.S.C. 1791', href: 'https://www.law.cornell.edu/uscode/text/42/1791' },
} as const satisfies Record<string, { readonly name: string; readonly href: `https://${string}` }>;
export type SourceName = keyof typeof SOURCES;
