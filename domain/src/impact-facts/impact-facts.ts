import type { ImpactFact } from './impact-fact-contract.ts';
import { PEOPLE_FACING_HUNGER } from './hunger-estimates.ts';
import type { ImpactFactTextKey } from './impact-fact-texts.ts';

const SOFI = {
  // by FAO, IFAD, UNICEF, WFP and WHO
  source: 'SOFI 2025 (FAO et al.)',
  sourceUrl: 'https://doi.org/10.4060/cd6008en',
};
const UNEP = {
  source: 'UNEP Food Waste Index 2024',
  sourceUrl: 'https://www.unep.org/resources/publication/food-waste-index-report-2024',
};
const WRAP = { source: 'WRAP', sourceUrl: 'https://www.wrap.ngo' };

/** When the figures below were last compared with their sources. A changed figure gets a date of its own. */
const CHECKED = { lastUpdated: '2026-11-23T00:00:00.000Z', createdAt: '2026-11-23T00:00:00.000Z' };

type FactId = ImpactFactTextKey extends infer Key ? (Key extends `${infer Id}.unit` ? Id : never) : never;
type Figure = Omit<ImpactFact, 'id' | 'unit' | 'description' | 'valueTo' | 'lastUpdated' | 'createdAt'> & {
  readonly id: FactId;
  readonly valueTo?: number;
};

/**
 * The figures with their publishers' own pages, in the order in which they are shown. The texts are in
 * `impact-fact-texts.ts`.
 */
const FIGURES: readonly Figure[] = [
  {
    id: 'hungry_world',
    category: 'hunger',
    region: 'world',
    value: PEOPLE_FACING_HUNGER,
    year: '2024',
    ...SOFI,
  },
  { id: 'insecure_world', category: 'hunger', region: 'world', value: 2300e6, year: '2024', ...SOFI },
  { id: 'hungry_africa', category: 'hunger', region: 'africa', value: 307e6, year: '2024', ...SOFI },
  { id: 'hungry_2030', category: 'hunger', region: 'world', value: 512e6, year: '2030', ...SOFI },
  {
    id: 'insecure_united_states',
    category: 'hunger',
    region: 'united_states',
    value: 18.3e6,
    year: '2024',
    source: 'USDA Economic Research Service',
    sourceUrl: 'https://www.ers.usda.gov/topics/food-nutrition-assistance/food-security-in-the-us',
  },
  {
    id: 'parcels_united_kingdom',
    category: 'hunger',
    region: 'united_kingdom',
    value: 2_885_086,
    year: '2024–25',
    source: 'Trussell',
    sourceUrl: 'https://www.trussell.org.uk',
  },
  { id: 'wasted_world', category: 'waste', region: 'world', value: 1050e6, year: '2022', ...UNEP },
  { id: 'meals_wasted', category: 'waste', region: 'world', value: 1e9, year: '2022', ...UNEP },
  { id: 'wasted_per_person', category: 'waste', region: 'world', value: 79, year: '2022', ...UNEP },
  { id: 'wasted_at_home', category: 'waste', region: 'world', value: 60, year: '2022', ...UNEP },
  {
    id: 'surplus_united_states',
    category: 'waste',
    region: 'united_states',
    value: 73.9e6,
    year: '2023',
    source: 'ReFED 2025',
    sourceUrl: 'https://refed.org',
  },
  {
    id: 'wasted_united_kingdom',
    category: 'waste',
    region: 'united_kingdom',
    value: 6e6,
    year: '2022',
    ...WRAP,
  },
  {
    id: 'wasted_european_union',
    category: 'waste',
    region: 'european_union',
    value: 131,
    year: '2021',
    source: 'Eurostat',
    sourceUrl: 'https://ec.europa.eu/eurostat',
  },
  {
    id: 'emissions_world',
    category: 'environment',
    region: 'world',
    value: 8,
    valueTo: 10,
    year: null,
    ...UNEP,
  },
  {
    id: 'methane_united_states',
    category: 'environment',
    region: 'united_states',
    value: 58,
    year: '2020',
    source: 'US EPA',
    sourceUrl: 'https://www.epa.gov/land-research/quantifying-methane-emissions-landfilled-food-waste',
  },
  {
    id: 'emissions_united_kingdom',
    category: 'environment',
    region: 'united_kingdom',
    value: 18e6,
    year: '2021',
    ...WRAP,
  },
  {
    id: 'carbon_united_kingdom',
    category: 'environment',
    region: 'united_kingdom',
    value: 2.8,
    year: '2021',
    ...WRAP,
  },
];

type Wanted = {
  readonly category?: ImpactFact['category'] | undefined;
  /** Any region; `global` is the world. */
  readonly region?: string | undefined;
};

/**
 * The facts of a category and a region, or all, by category. `translate` translates a text of `impactFactTexts` into
 * the reader's language.
 */
export const impactFacts = (
  { category, region }: Wanted,
  translate: (key: ImpactFactTextKey) => string,
): ImpactFact[] =>
  FIGURES.filter(
    (figure) =>
      (category === undefined || figure.category === category) &&
      (region === undefined || figure.region === (region === 'global' ? 'world' : region)),
  ).map((figure) => ({
    ...figure,
    ...CHECKED,
    valueTo: figure.valueTo ?? null,
    unit: translate(`${figure.id}.unit`),
    description: translate(`${figure.id}.text`),
  }));
