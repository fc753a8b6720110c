import { csvFile } from '../kernel/csv.ts';
import type { Allergen } from '../kernel/food-tags.ts';
import { IMPACT_FACTORS_VERSION, mealsInKg, mealsInLbs } from '../kernel/impact-factors.ts';
import { calendarDay, wallClock } from '../kernel/time.ts';
import type { Category } from '../listings/listing-fields.ts';

/** A completed handover of one's own food, as the log has it. */
export type LoggedHandover =
  | {
      readonly answers: 'neighbor';
      readonly completedAtMs: number;
      readonly title: string;
      readonly category: Category;
      readonly servings: number;
      /** Null if the giver has not said. */
      readonly allergens: readonly Allergen[] | null;
      readonly status: 'completed' | 'confirmed by one side' | 'disputed';
    }
  | {
      /** Without food and time for a request: a file that is passed on must not identify a household. */
      readonly answers: 'request';
      /** As 2026-05. */
      readonly month: string;
      readonly servings: number;
    };

const LOG_COLUMNS = [
  'date',
  'time',
  'food',
  'category',
  'servings',
  'weight-lb',
  'weight-kg',
  'allergens',
  'received-by',
  'status',
  'factors',
] as const;
export type LogColumn = (typeof LOG_COLUMNS)[number];

/** The most months of one log, which is read in one piece. */
export const MAX_LOG_MONTHS = 24;

const pad = (value: number): string => String(value).padStart(2, '0');
const ALLERGENS_UNKNOWN = 'not stated';

function allergenCell(allergens: readonly Allergen[] | null): string {
  if (allergens === null) return ALLERGENS_UNKNOWN;
  return allergens.length === 0 ? 'none' : allergens.join('; ').replaceAll('_', ' ');
}

function cellsOf(handover: LoggedHandover, timeZone: string): string[] {
  const { servings } = handover;
  const weight = [String(servings), mealsInLbs(servings).toFixed(1), mealsInKg(servings).toFixed(1)];
  if (handover.answers === 'request')
    return [handover.month, '', '', '', ...weight, '', 'request', 'completed', IMPACT_FACTORS_VERSION];
  const { completedAtMs, title, category, allergens, status } = handover;
  const { hour, minute } = wallClock(completedAtMs, timeZone);
  return [
    calendarDay(completedAtMs, timeZone),
    `${pad(hour)}:${pad(minute)}`,
    title,
    category.replaceAll('_', ' '),
    ...weight,
    allergenCell(allergens),
    'neighbor',
    status,
    IMPACT_FACTORS_VERSION,
  ];
}

/** Listings in their order, then answered requests, without receivers. The same bytes for the same log. */
export function handoverLogCsv(
  handovers: readonly LoggedHandover[],
  timeZone: string,
  headOf: (column: LogColumn) => string,
): string {
  return csvFile(
    LOG_COLUMNS.map(headOf),
    handovers.map((handover) => cellsOf(handover, timeZone)),
  );
}
