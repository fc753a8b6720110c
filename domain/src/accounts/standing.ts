import { DAY_MS, HOUR_MS } from '../kernel/time.ts';

/*
 * What others see of how a person shares: only what they gave, in steps, renewed once a day. What a person received is
 * in none of it. The numbers are ours; each has its reason beside it.
 */

/**
 * What happened in the last week counts for nothing yet: a step that changes tells neither which handover nor which
 * request for food it was, and a handover can be disputed for 48 hours.
 */
export const STANDING_DELAY_MS = 7 * DAY_MS;

/** The steps of sharing, by how many completed handovers a person gave. */
export const SHARES_STEPS = ['often', 'very_often', 'all_the_time'] as const;
export type SharesStep = (typeof SHARES_STEPS)[number];

export const SHARES_FROM = { often: 5, very_often: 20, all_the_time: 50 } as const satisfies Record<
  SharesStep,
  number
>;
/** One friend alone cannot make a person share often. */
const MIN_RECEIVERS = 2;

/** What a person gave: handovers that both sides confirmed and nobody disputed, and to how many people. */
export type GivenFood = { readonly handovers: number; readonly receivers: number };

/** The step of sharing; null below the first. */
export function sharesStep({ handovers, receivers }: GivenFood): SharesStep | null {
  if (receivers < MIN_RECEIVERS) return null;
  return SHARES_STEPS.findLast((step) => handovers >= SHARES_FROM[step]) ?? null;
}

/** Questions about a person's food from this long before `STANDING_DELAY_MS` count: habits of a season ago do not. */
export const QUESTIONS_FOR_MS = 60 * DAY_MS;
/** Of those, the last ones. */
export const MAX_QUESTIONS = 20;
/** Fewer than these, or of fewer people, say nothing about a habit. */
const MIN_QUESTIONS = 5;
const MIN_ASKERS = 3;
/** A question of the evening may be answered at breakfast. */
const SAME_DAY_MS = 12 * HOUR_MS;
/** One in five may be missed: people travel and fall ill. */
const MIN_ANSWERED = 0.8;

/** A conversation about a person's food in which the other person wrote first. */
export type AskedQuestion = {
  readonly askerId: string;
  readonly askedAtMs: number;
  /** When the giver first wrote or did something there; null if never. */
  readonly answeredAtMs: number | null;
};

/** Whether a person usually answers on the day they are asked. */
export function repliesSameDay(questions: readonly AskedQuestion[]): boolean {
  const last = questions.toSorted((a, b) => b.askedAtMs - a.askedAtMs).slice(0, MAX_QUESTIONS);
  if (last.length < MIN_QUESTIONS || new Set(last.map(({ askerId }) => askerId)).size < MIN_ASKERS)
    return false;
  const inTime = last.filter(
    ({ askedAtMs, answeredAtMs }) => answeredAtMs !== null && answeredAtMs <= askedAtMs + SAME_DAY_MS,
  );
  return inTime.length >= last.length * MIN_ANSWERED;
}

/** What others see of a person; each line can be hidden by whom it is about. */
export type Standing = {
  readonly shares: SharesStep | null;
  readonly repliesSameDay: boolean;
  readonly verified: boolean;
};

/** Of people who are new, who hide it, or whom the viewer does not know. */
export const NO_STANDING: Standing = { shares: null, repliesSameDay: false, verified: false };
