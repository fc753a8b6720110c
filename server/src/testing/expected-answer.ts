import type { EndpointSpec } from '@openlarder/domain/kernel/endpoint.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Persona, Scene } from '#server/testing/factories/personas.ts';

export type EndpointNameOf<Thing> = Thing extends EndpointSpec
  ? `${Thing['method']} ${Thing['path']}`
  : never;

/** How an endpoint is called in the scene, and what each persona is answered. */
export type Expected = {
  readonly answers: Readonly<Record<Persona, number>>;
  /** The id of what the call is about, for calls about something. */
  readonly about?: (scene: Scene) => string;
  /** What the same call about an id that does not exist is answered: 404 unless told. */
  readonly missing?: number | Readonly<Record<Persona, number>>;
  readonly query?: Readonly<Record<string, string>>;
  /** With every field that the schema names. */
  readonly body?: (id: string, clock: Clock) => Record<string, unknown>;
};

/** For whoever is signed in. */
export const signedIn = (status: number): Record<Persona, number> => ({
  nobody: 401,
  stranger: status,
  claimer: status,
  owner: status,
  otherDonor: status,
  blocked: status,
  fallenOut: status,
});
/** For the named only: to anybody else it does not exist. */
export const only = (named: Partial<Record<Persona, number>>): Record<Persona, number> => ({
  ...signedIn(404),
  ...named,
});
export const open = (status: number): Record<Persona, number> => ({ ...signedIn(status), nobody: status });
