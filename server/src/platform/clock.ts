import { randomInt } from 'node:crypto';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';

/** The source of the time for services; the demo and the tests set their own. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/*
 * Two changes that belong together and show at the same instant tell that they do. The second shows at a moment that
 * is drawn here; a task of each minute looks for what is due.
 */

/** When at the earliest and at the latest the second change shows, in minutes. */
export const LATER_MINUTES = { least: 10, most: 40 } as const;

/** An unpredictable moment from `from` on, before `until`; `from` if there is none. */
export const momentBetween = (from: Date, until: Date): Date =>
  new Date(from.getTime() + randomInt(Math.max(1, until.getTime() - from.getTime())));

/** A moment 10 to 40 minutes after `now`. */
export const laterMoment = (now: Date): Date =>
  momentBetween(
    new Date(now.getTime() + LATER_MINUTES.least * MINUTE_MS),
    new Date(now.getTime() + LATER_MINUTES.most * MINUTE_MS),
  );
