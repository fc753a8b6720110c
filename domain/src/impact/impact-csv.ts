import { co2Lbs, type CountedHandover } from './impact.ts';
import { IMPACT_FACTORS_VERSION, MEAL } from './impact-factors.ts';

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
 * One's own impact as CSV (RFC 4180), one line per handover, from which the dashboard can be worked out again: meals are
 * the sum of servings; people are the different neighbors, who have numbers instead of names, and those who ate where a
 * request was answered. Without titles, times and places.
 */
export function impactCsv(handovers: readonly CountedHandover[]): string {
  const numbers = new Map<string, number>();
  const lines = handovers.map(({ day, servings, receiverId, householdSize }) => {
    if (receiverId !== null && !numbers.has(receiverId)) numbers.set(receiverId, numbers.size + 1);
    return [
      day,
      receiverId === null ? 'request answered' : 'food shared',
      servings,
      receiverId === null ? '' : numbers.get(receiverId),
      receiverId === null ? householdSize : '',
      Math.round(servings * MEAL.value * 10) / 10,
      co2Lbs(servings),
      IMPACT_FACTORS_VERSION,
    ];
  });
  // numbers, dates and words of ours: nothing in it can start a formula
  return [COLUMNS, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}
