/** Where services get the time from, so that the demo and the tests can move it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
