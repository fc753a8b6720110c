import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { AnyEndpoint, EndpointSpec } from '@openlarder/domain/kernel/endpoint.ts';

const DOMAIN = path.join(import.meta.dirname, '../../../domain/src');

export type DeclaredEndpoint = AnyEndpoint & EndpointSpec;

/** Every endpoint that a contract of the domain declares, together with its spec. */
export async function declaredEndpoints(): Promise<DeclaredEndpoint[]> {
  const files = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' });
  const exportsOf = async (suffix: string) => {
    const modules = await Promise.all(
      files
        .filter((file) => file.endsWith(suffix))
        .map((file) => import(path.join(DOMAIN, file)) as Promise<Record<string, unknown>>),
    );
    return modules.flatMap((module) => Object.entries(module));
  };
  const [endpoints, schemas] = await Promise.all([exportsOf('-contract.ts'), exportsOf('-schemas.ts')]);
  const specs = new Map(schemas);
  return endpoints.map(([name, endpoint]) => {
    const spec = specs.get(`${name}Spec`);
    if (!spec) throw new Error(`The endpoint ${name} has no ${name}Spec`);
    return { ...(endpoint as AnyEndpoint), ...(spec as EndpointSpec) };
  });
}

/** An endpoint by method and path, such as `GET /api/claims/{id}`. */
export const nameOf = (endpoint: AnyEndpoint): string => `${endpoint.method} ${endpoint.path}`;
