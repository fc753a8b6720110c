import { DAY_MS, HOUR_MS } from '../kernel/time.ts';

/*
 * The public sharing stats of a person: only what they gave, in steps, recomputed once a day. What a person received is
 * not part of them. The specification sets none of these numbers; each states its reason.
 */

/**
 * The last week does not count yet, so that a change of the step does not reveal which handover or request for food
 * caused it, and because a handover can be disputed for 48 hours.
 */
export const STANDING_DELAY_MS = 7 * DAY_MS;

/** The steps of sharing, by how many completed handovers a person gave. */
export const SHARES_STEPS = ['often', 'very_often', 'all_the_time'] as const;
export type SharesStep = (typeof SHARES_STEPS)[number];

export const SHARES_FROM = { often: 5, very_often: 20, all_the_time: 50 } as const satisfies Record<
  SharesStep,
  number
>;
/** Handovers to a single receiver do not count as sharing often. */
const MIN_RECEIVERS = 2;

/** What a person gave: undisputed handovers that both sides confirmed, and to how many people. */
export type GivenFood = { readonly handovers: number; readonly receivers: number };

/** The step of sharing; null below the first. */
export function sharesStep({ handovers, receivers }: GivenFood): SharesStep | null {
  if (receivers < MIN_RECEIVERS) return null;
  return SHARES_STEPS.findLast((step) => handovers >= SHARES_FROM[step]) ?? null;
}

/** Only questions about a person's food from this long before `STANDING_DELAY_MS` count: older habits do not. */
export const QUESTIONS_FOR_MS = 60 * DAY_MS;
/** Only the latest of those count, up to this many. */
export const MAX_QUESTIONS = 20;
/** Fewer questions, or questions of fewer people, do not show a habit. */
const MIN_QUESTIONS = 5;
const MIN_ASKERS = 3;
/** A question in the evening may be answered in the morning. */
const SAME_DAY_MS = 12 * HOUR_MS;
/** One in five may be missed: people travel and fall ill. */
const MIN_ANSWERED = 0.8;

/** A conversation about a person's food in which the other person wrote first. */
export type AskedQuestion = {
  readonly askerId: string;
  readonly askedAtMs: number;
  /** When the giver first wrote or acted in the conversation; null if never. */
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

/** The public stats of a person, who can hide each of them. */
export type Standing = {
  readonly shares: SharesStep | null;
  readonly repliesSameDay: boolean;
  readonly verified: boolean;
};

/** For people who are new, who hide everything, or whom the viewer does not know. */
export const NO_STANDING: Standing = { shares: null, repliesSameDay: false, verified: false };
