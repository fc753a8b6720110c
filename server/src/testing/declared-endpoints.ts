import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type AnyEndpoint, EXAMPLE_ID, type EndpointSpec } from '@openlarder/domain/kernel/endpoint.ts';
import { impliedErrors } from '@openlarder/domain/kernel/implied-errors.ts';
import type { InjectOptions } from 'fastify';

/** Where contracts and schemas stand. */
export const DOMAIN_FOLDER = path.join(import.meta.dirname, '../../../domain/src');

export type DeclaredEndpoint = AnyEndpoint &
  EndpointSpec & { readonly name: string; readonly contract: string };

/** Every endpoint that a contract of the domain declares, with its spec, its name and the file of its contract. */
export async function declaredEndpoints(): Promise<DeclaredEndpoint[]> {
  const files = readdirSync(DOMAIN_FOLDER, { recursive: true, encoding: 'utf8' });
  const exportsOf = async (file: string) =>
    Object.entries((await import(path.join(DOMAIN_FOLDER, file))) as Record<string, unknown>);
  const declared = await Promise.all(
    files
      .filter((file) => file.endsWith('-contract.ts'))
      .map(async (contract) => {
        const specs = new Map(await exportsOf(contract.replace('-contract.ts', '-schemas.ts')));
        return (await exportsOf(contract)).map(([name, endpoint]) => {
          const spec = specs.get(`${name}Spec`);
          if (!spec) throw new Error(`The endpoint ${name} has no ${name}Spec`);
          return { ...(endpoint as AnyEndpoint), ...(spec as EndpointSpec), name, contract };
        });
      }),
  );
  return declared.flat();
}

/** An endpoint by method and path, such as `GET /api/claims/{id}`. */
export const nameOf = (endpoint: AnyEndpoint): string => `${endpoint.method} ${endpoint.path}`;

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
