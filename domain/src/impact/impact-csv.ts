import { csvFile } from '../kernel/csv.ts';
import { co2Lbs, IMPACT_FACTORS_VERSION, mealsInLbs } from '../kernel/impact-factors.ts';
import type { CountedHandover } from './impact.ts';

const IMPACT_COLUMNS = [
  'date',
  'kind',
  'servings',
  'neighbor',
  'people',
  'food-lb',
  'co2-lb',
  'factors',
] as const;
export type ImpactColumn = (typeof IMPACT_COLUMNS)[number];

/**
 * A person's own impact as CSV (RFC 4180), from which the dashboard's figures can be recomputed: meals are the sum of
 * servings; people are the different neighbors, who have numbers instead of names, and the households of answered
 * requests. One line for each handover of a listing, without title, time and place. All answered requests together are
 * one line, so that a file that is passed on does not reveal any of them.
 */
export function impactCsv(
  handovers: readonly CountedHandover[],
  headOf: (column: ImpactColumn) => string,
): string {
  const numbers = new Map<string, number>();
  const shared = handovers.flatMap(({ day, servings, receiverId }) => {
    if (receiverId === null) return [];
    if (!numbers.has(receiverId)) numbers.set(receiverId, numbers.size + 1);
    return [line(day, 'food shared', servings, numbers.get(receiverId) ?? '', '')];
  });
  const answered = handovers.filter(({ receiverId }) => receiverId === null);
  const sum = (of: (handover: CountedHandover) => number) =>
    answered.reduce((total, handover) => total + of(handover), 0);
  const requests =
    answered.length === 0
      ? []
      : [
          line(
            '',
            'requests answered',
            sum(({ servings }) => servings),
            '',
            sum(({ householdSize }) => householdSize),
          ),
        ];
  return csvFile(
    IMPACT_COLUMNS.map(headOf),
    [...shared, ...requests].map((cells) => cells.map(String)),
  );
}

const line = (
  day: string,
  kind: string,
  servings: number,
  neighbor: number | '',
  people: number | '',
): readonly (string | number)[] => [
  day,
  kind,
  servings,
  neighbor,
  people,
  mealsInLbs(servings),
  co2Lbs(servings),
  IMPACT_FACTORS_VERSION,
];
