/** The source of the time for services; the demo and the tests set their own. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
