import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { EndpointSpec } from '@openlarder/domain/kernel/endpoint.ts';

const DOMAIN = path.join(import.meta.dirname, '../../../domain/src');

/** Every endpoint that any contract of the domain declares. */
export async function declaredEndpoints(): Promise<EndpointSpec[]> {
  const files = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('-contract.ts'),
  );
  const modules = await Promise.all(
    files.map((file) => import(path.join(DOMAIN, file)) as Promise<Record<string, unknown>>),
  );
  const isEndpoint = (value: unknown): value is EndpointSpec =>
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'responses' in value;
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint));
}

/** An endpoint as people speak of it, such as `GET /api/claims/{id}`. */
export const nameOf = (endpoint: EndpointSpec): string => `${endpoint.method} ${endpoint.path}`;
