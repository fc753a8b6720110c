// Checks the three source trees against .dependency-cruiser.mjs, that no file passes on what another exports, and that
// every file was read: with an unknown version of TypeScript dependency-cruiser reads nothing and passes.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pinnedNode, root } from './bootstrap.mjs';

/** An export of what stands elsewhere in the file or in another file. Here exports stand at their declaration. */
const LISTED_EXPORT = /^export (type )?([*]|[{](?! *[}]))/m;

const trees = ['domain/src', 'server/src', 'server/test', 'web/src'];

/**
 * Checks the trees under `folder`. Returns the violations, each `{ rule, from, to }`, the source files that were not
 * read, and the number of source files.
 */
export function cruise(folder) {
  const files = trees.flatMap((tree) =>
    fs
      .readdirSync(path.join(folder, tree), { recursive: true })
      .map((file) => path.posix.join(tree, file.split(path.sep).join('/')))
      .filter((file) => /[.]tsx?$/.test(file)),
  );
  const result = spawnSync(
    pinnedNode(),
    [
      path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      ...['--config', path.join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', ...trees],
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 },
  );
  if (result.error) throw result.error;
  if (!result.stdout.startsWith('{')) throw new Error(result.stderr || result.stdout);
  const { modules, summary } = JSON.parse(result.stdout);
  const cruised = new Set(modules.map((module) => module.source));
  return {
    violations: [
      ...summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
      ...files
        .filter((file) => LISTED_EXPORT.test(fs.readFileSync(path.join(folder, file), 'utf8')))
        .map((file) => ({ rule: 'no-passing-on', from: file, to: 'its importers' })),
    ],
    missed: files.filter((file) => !cruised.has(file)),
    count: files.length,
  };
}

if (process.argv[1] === import.meta.filename) {
  const { violations, missed, count } = cruise(root);
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`);
  for (const file of missed) console.error(`not cruised: ${file}`);
  if (count === 0) console.error('no source file was found');
  console.log(`${count - missed.length} of ${count} modules cruised, ${violations.length} violations`);
  process.exit(violations.length + missed.length === 0 && count > 0 ? 0 : 1);
}
