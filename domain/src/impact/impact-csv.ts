import { co2Lbs, IMPACT_FACTORS_VERSION, mealsInLbs } from '../kernel/impact-factors.ts';
import type { CountedHandover } from './impact.ts';

const COLUMNS = [
  'Date',
  'Kind',
  'Servings',
  'Neighbor',
  'People',
  'Food (lb)',
  'CO2e avoided (lb)',
  'Factors',
];

/**
 * One's own impact as CSV (RFC 4180), from which the dashboard can be worked out again: meals are the sum of servings; people
 * are the different neighbors, who have numbers instead of names, and those who ate where requests were answered. A line
 * for each handover of a listing, without title, time and place; what came of all requests is one line, so that a file that
 * is passed on tells of none of them.
 */
export function impactCsv(handovers: readonly CountedHandover[]): string {
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
  // numbers, dates and words of ours: nothing in it can start a formula
  return [COLUMNS, ...shared, ...requests].map((cells) => `${cells.join(',')}\r\n`).join('');
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
