import type * as z from 'zod/mini';
import type { ErrorCode } from './app-error.ts';
import type { Topic } from './topics.ts';

/** What the path's id names. */
type Subject =
  | 'alert'
  | 'conversation'
  | 'donation'
  | 'handover'
  | 'listing'
  | 'organization'
  | 'person'
  | 'question'
  | 'request'
  | 'session'
  | 'surplus';

/**
 * Who may call it. Signed out, all but `anyone` get 401; `donor` and `organization` are kinds of accounts, others get
 * 403; to all but these people the subject of `… of …` is not there: 404, the same bytes as for an unknown id. The
 * parties are the two people of a request, handover or conversation; its two sides may differ by an error. A helper helps
 * with a request or may do so.
 */
export type Access =
  | 'anyone'
  | 'person'
  | 'donor'
  | 'organization'
  | `${'viewer' | 'owner' | 'party' | 'donor' | 'helper'} of ${Subject}`;

/**
 * What matters most when not everything can be served (503 `busy`), first to last. `act`: handing over, asking,
 * helping, claiming, signing in, and the GETs that these need. `talk`: messages, sharing, one's own things. `look`: feed,
 * map, boards.
 */
export type Importance = 'act' | 'talk' | 'look';

/** What passes a block between the caller and the person it is about. Without it, nothing does. */
export type BlockException = {
  /**
   * Ids of the other person, or shared by the two, that are not answered like an unknown id; with the possible
   * statuses, which depend on the side. For pairs with a past (`known`), or also for strangers (`always`).
   */
  readonly known?: Readonly<Record<string, readonly number[]>>;
  readonly always?: Readonly<Record<string, readonly number[]>>;
  /** Names and texts from before the block stay visible, for pairs with a past. */
  readonly keeps?: true;
  /** Contains names of people the caller has blocked, for the caller only, or what the caller has reported. */
  readonly names?: 'whom I blocked' | 'what I reported';
  /** The response has an id of its own. */
  readonly isNew?: true;
};

/** Stands in an example for the id of the call's subject. */
export const EXAMPLE_ID = '01989c2e-0000-7000-8000-000000000001';
/** When the examples are sent: their instants lie around it. */
export const EXAMPLE_NOW = '2026-05-04T12:00:00Z';

type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503;

/**
 * What an endpoint accepts and returns: the server uses it to validate and document, tests to check. The browser has
 * only its type. Declared in `<noun>-schemas.ts` as `<endpoint>Spec`.
 */
export type EndpointSpec = {
  readonly summary: string;
  readonly params?: z.core.$ZodType;
  readonly query?: z.core.$ZodType;
  readonly body?: z.core.$ZodType;
  readonly idempotent?: boolean;
  /** One schema per success status; null for a response without a body. Errors have one shape (`app-error.ts`). */
  readonly responses: Readonly<Record<number, z.core.$ZodType | null>>;
  /** Headers of its success, with what they say. `Link` follows from a `cursor`. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The codes of its own errors, by status. What follows from the rest of the endpoint is not repeated: see
   * `impliedErrors`.
   */
  readonly errors?: Readonly<Partial<Record<ErrorStatus, readonly ErrorCode[]>>>;
  /** A request that succeeds, with every field: of a call with a body required. */
  readonly example?: {
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
  /** What a block does not hide. */
  readonly acrossBlock?: BlockException;
};

declare const SPEC: unique symbol;

type Call<Spec extends EndpointSpec, Who extends Access> = {
  /** OpenAPI style: `/api/things/{id}`. */
  readonly path: string;
  readonly access: Who;
  readonly importance: Importance;
  /** Never set: carries the type of the spec. */
  readonly [SPEC]?: Spec;
} & (
  | { readonly method: 'GET'; readonly shows: readonly Topic[] }
  | {
      readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      /** What other GETs show differently afterwards. */
      readonly changes: readonly Topic[];
    }
);

/**
 * One call of the API by signed-in people: its values, and its spec as a type only, so that the browser loads no
 * schemas. Declared in `<noun>-contract.ts`; `bindEndpoints` binds it together with its spec, `call` calls it.
 */
export type Endpoint<Spec extends EndpointSpec = EndpointSpec> = Call<Spec, Exclude<Access, 'anyone'>>;

export type PublicEndpoint<Spec extends EndpointSpec = EndpointSpec> = Call<Spec, 'anyone'>;

export type AnyEndpoint<Spec extends EndpointSpec = EndpointSpec> = Endpoint<Spec> | PublicEndpoint<Spec>;

export type SpecOf<E extends AnyEndpoint> = NonNullable<E[typeof SPEC]>;
