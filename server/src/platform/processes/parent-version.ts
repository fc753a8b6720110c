import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';

/**
 * The code that runs until everything restarts: of the start script and the parent, what decides how workers and
 * PostgreSQL are run. Everything else is the workers' own, and a reload replaces it.
 */
const PARENT_CODE = [
  'scripts/start.mjs',
  'server/src/main.ts',
  'server/src/platform/processes',
  'server/src/platform/postgres/embedded-postgres.ts',
  'server/src/platform/postgres/embedded-postgres-binaries.ts',
  'server/src/platform/postgres/embedded-postgres-cluster.ts',
];

/** By the name of each part that only a restart replaces. */
export type ParentVersion = Readonly<Record<'OpenLarder' | 'Node' | 'PostgreSQL', string>>;

/** What a parent from `folder`, on this Node, would be. */
export function parentVersionOf(folder: string): ParentVersion {
  const hash = createHash('sha256');
  for (const place of PARENT_CODE) {
    const at = path.join(folder, place);
    const files = fs.statSync(at).isDirectory()
      ? fs
          .readdirSync(at)
          .map((name) => path.join(at, name))
          .filter((file) => !file.endsWith('.test.ts'))
          .toSorted()
      : [at];
    for (const file of files) hash.update(fs.readFileSync(file));
  }
  const { optionalDependencies }: { optionalDependencies: Readonly<Record<string, string>> } = JSON.parse(
    fs.readFileSync(path.join(folder, 'server/package.json'), 'utf8'),
  );
  return {
    OpenLarder: hash.digest('hex'),
    Node: process.version,
    PostgreSQL: optionalDependencies[`@embedded-postgres/${process.platform}-${process.arch}`] ?? 'none',
  };
}

/** The parts in which two versions differ. */
export const differingParts = (one: ParentVersion, other: ParentVersion): (keyof ParentVersion)[] =>
  (['OpenLarder', 'Node', 'PostgreSQL'] as const).filter((part) => one[part] !== other[part]);
