// Counts, for each feature that a range of commits changes, the files outside its folders that the same commits touch,
// and fails if a new feature needs more than five: docs/architecture.md names what is central on purpose.
//   node scripts/check-feature-footprint.mjs [<from>..<to>]
// Without a range: the commits since `main` and the working tree.
import { spawnSync } from 'node:child_process';
import { root } from './bootstrap.mjs';

export const MOST_OUTSIDE = 5;

const FOLDERS = ['domain/src', 'server/src/features', 'web/src/features'];
const IN_FEATURE = new RegExp(`^(?:${FOLDERS.join('|')})/([^/]+)/`);
/** Folders of domain that are no features. */
const SHARED = new Set(['kernel', 'live', 'locales']);
/** Written by `npm run texts`, or about the feature alone: a journey, a decision. */
const OWN = /[.]po$|^e2e\/[^/]+[.]spec[.]ts$|^docs\/decisions\//;

const featureOf = (file) => {
  const feature = IN_FEATURE.exec(file)?.[1];
  return feature === undefined || SHARED.has(feature) ? null : feature;
};

/** The changed features of the repository in `folder`: their name, whether they are new, and the files outside. */
export function footprints(folder, range) {
  const git = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    if (status !== 0) throw new Error(stderr || `git ${args.join(' ')}`);
    return stdout.split(/[\0\n]/).filter(Boolean);
  };
  const [from, to] = range?.split('..') ?? [firstCommit(git), 'HEAD'];
  const changes = git('rev-list', `${from}..${to}`).map((commit) =>
    git('diff-tree', '--no-commit-id', '--name-only', '--no-renames', '-r', '-z', commit),
  );
  if (!range)
    changes.push([
      ...git('diff', '--name-only', '--no-renames', '-z', 'HEAD'),
      ...git('ls-files', '--others', '--exclude-standard', '-z'),
    ]);
  const before = new Set(git('ls-tree', '-r', '--name-only', '-z', from, ...FOLDERS).map(featureOf));
  const features = new Set(changes.flat().flatMap((file) => featureOf(file) ?? []));
  return [...features].toSorted().map((name) => {
    const touching = changes.filter((files) => files.some((file) => featureOf(file) === name));
    const outside = touching.flat().filter((file) => featureOf(file) !== name && !OWN.test(file));
    return { name, isNew: !before.has(name), outside: [...new Set(outside)].toSorted() };
  });
}

/** Where the branch left `main`; on `main` itself its last commit, so that the working tree alone counts. */
function firstCommit(git) {
  for (const main of ['origin/main', 'main']) {
    try {
      return git('merge-base', 'HEAD', main)[0];
    } catch {
      // a clone of one branch has none
    }
  }
  return 'HEAD';
}

export const isTooWide = ({ isNew, outside }) => isNew && outside.length > MOST_OUTSIDE;

if (process.argv[1] === import.meta.filename) {
  // an unpacked archive has no history
  if (spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root }).status !== 0) process.exit(0);
  const found = footprints(root, process.argv[2]);
  for (const { name, isNew, outside } of found.filter((one) => one.isNew || process.argv[2]))
    console.log(`${name}${isNew ? ' (new)' : ''}: ${outside.length} files outside its folders`);
  const wide = found.filter(isTooWide);
  for (const { name, outside } of wide)
    console.error(`${name} needs more than ${MOST_OUTSIDE}:\n  ${outside.join('\n  ')}`);
  process.exit(wide.length === 0 ? 0 : 1);
}
