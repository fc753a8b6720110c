import { csvFile } from '../kernel/csv.ts';
import { co2Lbs, IMPACT_FACTORS_VERSION, mealsInKg, mealsInLbs } from '../kernel/impact-factors.ts';
import type { CountedHandover } from './impact.ts';
import type { Allergen } from '../kernel/food-tags.ts';
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
type LogColumn = (typeof LOG_COLUMNS)[number];

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

/**
 * The log as CSV: handovers of listings in their order, with wall-clock times of `timeZone`, then handovers that
 * answered requests. The receiver is never named, and the columns are headed in the reader's language. The same handovers give the same bytes.
 */
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
