import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyEndpoint, EndpointSpec } from '@openlarder/domain/kernel/endpoint.ts';
import * as z from 'zod/mini';

/** Where contracts and schemas stand. */
export const DOMAIN_FOLDER = path.join(import.meta.dirname, '../../../../../domain/src');

/** A module of the domain that declares endpoints or schemas. */
type ContractModule<Export> = { readonly file: string; readonly exports: Readonly<Record<string, Export>> };

async function modulesNamed<Export>(suffix: string): Promise<ContractModule<Export>[]> {
  const files = readdirSync(DOMAIN_FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith(suffix),
  );
  return Promise.all(
    files.toSorted().map(async (file) => ({ file, exports: await import(path.join(DOMAIN_FOLDER, file)) })),
  );
}

const isSchema = (value: unknown): value is z.core.$ZodType => value instanceof z.core.$ZodType;

export type DeclaredEndpoint = AnyEndpoint &
  EndpointSpec & { readonly name: string; readonly contract: string };

/** Every endpoint that a contract of the domain declares, with its spec, its name and the file of its contract. */
export async function declaredEndpoints(): Promise<DeclaredEndpoint[]> {
  const [contracts, schemas] = await Promise.all([
    modulesNamed<AnyEndpoint>('-contract.ts'),
    modulesNamed<EndpointSpec | undefined>('-schemas.ts'),
  ]);
  const specs = new Map(schemas.flatMap((module) => Object.entries(module.exports)));
  return contracts.flatMap((module) =>
    Object.entries(module.exports).map(([name, endpoint]) => {
      const spec = specs.get(`${name}Spec`);
      if (!spec) throw new Error(`The endpoint ${name} has no ${name}Spec`);
      return { ...endpoint, ...spec, name, contract: module.file };
    }),
  );
}

/** An endpoint by method and path, such as `GET /api/claims/{id}`. */
export const nameOf = (endpoint: AnyEndpoint): string => `${endpoint.method} ${endpoint.path}`;

/** A `*-schemas.ts`: its schemas by the names of their exports, and its text. */
export type SchemaModule = {
  readonly file: string;
  readonly schemas: ReadonlyMap<string, z.core.$ZodType>;
  readonly text: string;
};

export async function schemaModules(): Promise<SchemaModule[]> {
  const modules = await modulesNamed<unknown>('-schemas.ts');
  return modules.map(({ file, exports }) => ({
    file,
    schemas: new Map(
      Object.entries(exports).filter((entry): entry is [string, z.core.$ZodType] => isSchema(entry[1])),
    ),
    text: readFileSync(path.join(DOMAIN_FOLDER, file), 'utf8'),
  }));
}
