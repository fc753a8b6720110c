import type { Clock } from '#server/platform/clock.ts';
import type { Persona, Scene } from '#server/testing/factories/personas.ts';

/** How an endpoint is called in the scene, and the status for each persona. */
export type Expected = {
  readonly answers: Readonly<Record<Persona, number>>;
  /** The id of the call's subject, if it has one. */
  readonly about?: (scene: Scene) => string;
  /** The status of the same call with an unknown id: 404 by default. */
  readonly missing?: number | Readonly<Record<Persona, number>>;
  readonly query?: Readonly<Record<string, string>>;
  /** With every field of the schema. */
  readonly body?: (id: string, clock: Clock) => Record<string, unknown>;
};

/** The same status for every signed-in persona. */
export const signedIn = (status: number): Record<Persona, number> => ({
  anonymous: 401,
  stranger: status,
  claimer: status,
  owner: status,
  otherDonor: status,
  blocked: status,
  blockedLater: status,
});
/** The statuses of the named personas: 404 for everyone else. */
export const only = (named: Partial<Record<Persona, number>>): Record<Persona, number> => ({
  ...signedIn(404),
  ...named,
});
export const open = (status: number): Record<Persona, number> => ({ ...signedIn(status), anonymous: status });
