import type * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One call of the wire, as both sides know it. The server binds it, the web calls it, OpenAPI describes it.
 *
 * `access` says who gets past the door (`public`: anyone, `person`: somebody signed in); what each person may
 * see or do behind it is decided by the feature's service. `responses` holds one schema a status that is not
 * an error; `null` stands for an answer without a body. Errors have one shape everywhere (`app-error.ts`).
 */
export type EndpointSpec = {
  readonly method: Method;
  /** OpenAPI style: `/api/things/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: 'public' | 'person';
  readonly params?: z.core.$ZodType;
  readonly query?: z.core.$ZodType;
  readonly body?: z.core.$ZodType;
  /** Whether the call creates something and so honours an `Idempotency-Key`. */
  readonly idempotent?: boolean;
  readonly responses: Readonly<Record<number, z.core.$ZodType | null>>;
};

/** Declares an endpoint and keeps its literal types. */
export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec;
}
