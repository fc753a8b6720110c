// Counts, for each feature that a range of commits changes, the files outside its folders that the same commits touch;
// for a new one also those where any commit of the range names it. Fails if a new feature needs more than five:
// docs/architecture.md names what is central on purpose.
//   node scripts/check-feature-footprint.mjs [<from>..<to>]
// Without a range: the working tree, and the commits since `main`, on `main` itself since the last release.
import { spawnSync } from 'node:child_process';
import { root } from './bootstrap.mjs';

export const MOST_OUTSIDE = 5;

const FOLDERS = ['domain/src', 'server/src/features', 'web/src/features'];
const IN_FEATURE = new RegExp(`^(?:${FOLDERS.join('|')})/([^/]+)/`);
/** Folders of domain that are no features, and a table in one that all features share. */
const SHARED = new Set(['kernel', 'live', 'locales']);
const CENTRAL = 'domain/src/notifications/notification-kinds.ts';
/** Written by `npm run texts`, or about the feature alone: a journey, a decision. */
const OWN = /[.]po$|^e2e\/[^/]+[.]spec[.]ts$|^docs\/decisions\//;

const featureOf = (file) => {
  const feature = IN_FEATURE.exec(file)?.[1];
  return feature === undefined || SHARED.has(feature) || file === CENTRAL ? null : feature;
};

/** The changed features of the repository in `folder`: their name, whether they are new (with a contract of their own), and
 * the files outside. */
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
  const [asked, to] = range?.split('..') ?? [firstCommit(git)];
  const [from] = to ? git('merge-base', asked, to) : [asked];
  const log = ['log', '--no-merges', '--no-renames', '--name-only', '--format=tformat:commit'];
  const changes = [];
  for (const line of git('-c', 'core.quotePath=false', ...log, `${from}..${to ?? 'HEAD'}`))
    if (line === 'commit') changes.push([]);
    else changes.at(-1).push(line);
  if (!range)
    changes.push([
      ...git('diff', '--name-only', '--no-renames', '-z', 'HEAD'),
      ...git('ls-files', '--others', '--exclude-standard', '-z'),
    ]);
  const before = new Set(git('ls-tree', '-r', '--name-only', '-z', from, ...FOLDERS).map(featureOf));
  const features = new Set(changes.flat().flatMap((file) => featureOf(file) ?? []));
  return [...features].toSorted().map((name) => {
    // a folder in web alone composes what is there
    const isNew = !before.has(name) && changes.flat().some((file) => file.startsWith(`domain/src/${name}/`));
    const touched = changes.filter((files) => files.some((file) => featureOf(file) === name)).flat();
    // in whichever commit: `food-bank` is also named by `FoodBank`
    const named = name.replaceAll(
      /(^|-)([a-z])/g,
      (_, dash, letter) => `${dash && '-?'}[${letter}${letter.toUpperCase()}]`,
    );
    if (isNew)
      touched.push(
        ...git('diff', '--name-only', '--no-renames', '-z', `-G${named}`, from, ...(to ? [to] : [])),
      );
    const outside = touched.filter((file) => featureOf(file) !== name && !OWN.test(file));
    return { name, isNew, outside: [...new Set(outside)].toSorted((a, b) => (a < b ? -1 : 1)) };
  });
}

/** Where the branch left `main`; on `main` itself the last release, before the first one where counting began. */
function firstCommit(git) {
  const [head] = git('rev-parse', 'HEAD');
  const earlier = [
    () => git('merge-base', 'HEAD', 'origin/main'),
    () => git('merge-base', 'HEAD', 'main'),
    () => git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^').map((tag) => `${tag}^{commit}`),
    () => git('log', '--diff-filter=A', '--format=%H', '--', 'scripts/check-feature-footprint.mjs'),
  ];
  for (const find of earlier) {
    try {
      const [commit] = git('rev-parse', find().at(-1));
      if (commit !== head) return commit;
    } catch {
      // a clone of one branch has no `main`
    }
  }
  return head;
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
