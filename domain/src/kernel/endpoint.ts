import type * as z from 'zod/mini';

/**
 * What an endpoint accepts and returns: the server uses it to validate and document, tests to check. The browser has
 * only its type. Declared in `<noun>-schemas.ts` as `<endpoint>Spec`.
 */
export type EndpointSpec = {
  readonly summary: string;
  readonly tag: string;
  /**
   * `public`: no session needed. `person`: 401 without one. The service decides what each person may see or
   * do.
   */
  readonly access: 'public' | 'person';
  readonly params?: z.core.$ZodType;
  readonly query?: z.core.$ZodType;
  readonly body?: z.core.$ZodType;
  /** Whether the call creates something, so that it honors an `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** One schema per success status; null for a response without a body. Errors have one shape (`app-error.ts`). */
  readonly responses: Readonly<Record<number, z.core.$ZodType | null>>;
};

declare const SPEC: unique symbol;

/**
 * One call of the API: method and path as values, its spec as a type only, so that the browser loads no
 * schemas. Declared in `<noun>-contract.ts`; `bindEndpoint` binds it together with its spec, `call` calls it.
 */
export type Endpoint<Spec extends EndpointSpec = EndpointSpec> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** OpenAPI style: `/api/things/{id}`. */
  readonly path: string;
  /** Never set: carries the type of the spec. */
  readonly [SPEC]?: Spec;
};

export type SpecOf<E extends Endpoint> = NonNullable<E[typeof SPEC]>;
