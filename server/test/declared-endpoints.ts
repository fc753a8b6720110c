import { EXAMPLE_ID } from '@openlarder/domain/kernel/endpoint.ts';
import { impliedErrors } from '@openlarder/domain/kernel/implied-errors.ts';
import type { InjectOptions } from 'fastify';
import type { DeclaredEndpoint } from '#server/platform/http/openapi/contract-modules.ts';

/** A valid id that no object has. */
export const UNKNOWN_ID = '01989c2e-0000-7000-8000-000000000000';

/** Whether the call is about something with an id, in its path or its example. */
export const hasSubject = ({ path: at, example }: DeclaredEndpoint): boolean =>
  at.includes('{') || JSON.stringify(example ?? null).includes(EXAMPLE_ID);

export type ExampleRequest = Omit<InjectOptions, 'query' | 'body'> & {
  readonly query?: Record<string, string>;
  readonly body?: Record<string, unknown>;
};

let counted = 0;

/** The endpoint's example as an injected request about the subject with this id, from an email address of its own. */
export function exampleRequest({ method, path: url, example }: DeclaredEndpoint, id: string): ExampleRequest {
  const about = <Part>(part: Part): Part => JSON.parse(JSON.stringify(part).replaceAll(EXAMPLE_ID, id));
  const email = `person-${++counted}@example.org`;
  return {
    method,
    url: url.replaceAll(/\{\w+\}/g, id),
    ...(example?.query && { query: about(example.query) }),
    ...(example?.body && { body: about({ ...example.body, ...('email' in example.body && { email }) }) }),
  };
}

/** Whether the endpoint declares this status, and the error's code. */
export function isDeclared(
  endpoint: DeclaredEndpoint,
  { statusCode, body }: { readonly statusCode: number; readonly body: string },
): boolean {
  if (statusCode < 400) return statusCode in endpoint.responses;
  const errors: readonly Readonly<Record<number, readonly string[]>>[] = [
    impliedErrors(endpoint),
    endpoint.errors ?? {},
  ];
  const { code }: { code: string } = JSON.parse(body);
  return errors.some((codes) => codes[statusCode]?.includes(code));
}
