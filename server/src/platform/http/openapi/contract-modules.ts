import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyEndpoint, EndpointSpec } from '@openlarder/domain/kernel/endpoint.ts';
import * as z from 'zod/mini';

const DOMAIN_FOLDER = path.join(import.meta.dirname, '../../../../../domain/src');

type ContractModule<Export> = { readonly file: string; readonly exports: Readonly<Record<string, Export>> };

async function modulesNamed<Export>(suffix: string): Promise<ContractModule<Export>[]> {
  const files = readdirSync(DOMAIN_FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith(suffix),
  );
  return Promise.all(
    files.toSorted().map(async (file) => ({
      file,
      exports: await import(pathToFileURL(path.join(DOMAIN_FOLDER, file)).href),
    })),
  );
}

const isSchema = (value: unknown): value is z.core.$ZodType => value instanceof z.core.$ZodType;

export type DeclaredEndpoint = AnyEndpoint &
  EndpointSpec & {
    readonly name: string;
    /** The folder of its contract. */
    readonly feature: string;
    /** The file of its contract. */
    readonly contract: string;
    /** What its example was answered, if it has a body; see `answersFile`. */
    readonly answer: unknown;
  };

/** The recorded answers to the examples of a contract, by endpoint. */
export const answersFile = (contract: string): string =>
  path.join(DOMAIN_FOLDER, contract.replace('-contract.ts', '-answers.json'));

function answersOf(contract: string): Readonly<Record<string, unknown>> {
  const file = answersFile(contract);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

export async function declaredEndpoints(): Promise<DeclaredEndpoint[]> {
  const [contracts, schemas] = await Promise.all([
    modulesNamed<AnyEndpoint>('-contract.ts'),
    modulesNamed<EndpointSpec | undefined>('-schemas.ts'),
  ]);
  const specs = new Map(schemas.flatMap((module) => Object.entries(module.exports)));
  return contracts.flatMap(({ file: contract, exports }) => {
    const answers = answersOf(contract);
    const [feature = ''] = contract.split(path.sep);
    return Object.entries(exports).map(([name, endpoint]) => {
      const spec = specs.get(`${name}Spec`);
      if (!spec) throw new Error(`The endpoint ${name} has no ${name}Spec`);
      return { ...endpoint, ...spec, name, feature, contract, answer: answers[name] };
    });
  });
}

/** An endpoint by method and path, such as `GET /api/handovers/{id}`. */
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
