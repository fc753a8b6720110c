// npm run release [-- FOLDER]: makes a folder that runs as it is: the server's sources, the built web app, and the packages
// that the server needs on this platform, as they are installed here. No build, compiler or test tool is in it. See docs/operating.md.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {
  ensureInstalled,
  exitWithError,
  pinnedNode,
  RELEASE_MARK,
  requireWebBuilt,
  root,
} from './bootstrap.mjs';

const readJson = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
const { version } = readJson('package.json');
const { packages } = readJson('package-lock.json');
/** The workspaces that run. */
const PARTS = ['domain', 'server'];
const folder = path.resolve(process.argv[2] ?? path.join(root, '.cache', `openlarder-${version}`));
if (fs.existsSync(path.join(folder, RELEASE_MARK)))
  exitWithError(`${folder} has a release already: delete it, or name another folder.`);

ensureInstalled();
requireWebBuilt(pinnedNode());

const isTest = (file) => /[.]test[.]/.test(path.basename(file));
/** Of packages: types, their sources, maps of them and archives for linkers are for those who build, and a seventh of it all. */
const isForBuilding = (file) => /[.]([cm]?tsx?|map|a)$/.test(file) && fs.lstatSync(file).isFile();
for (const each of [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'docs/operating.md',
  'domain/src',
  'locales',
  'scripts/admin.mjs',
  'scripts/bootstrap.mjs',
  'scripts/reload.mjs',
  'scripts/start.mjs',
  'server/src',
  'web/dist',
])
  fs.cpSync(path.join(root, each), path.join(folder, each), {
    recursive: true,
    filter: (file) => !isTest(file),
  });

copyPackages();
for (const each of PARTS) write(`${each}/package.json`, readJson(`${each}/package.json`));
const { scripts, devDependencies: _, ...about } = readJson('package.json');
const kept = ['start', 'reload', 'admin', 'backup', 'restore', 'doctor', 'demo:reset'];
write('package.json', {
  ...about,
  workspaces: PARTS,
  scripts: Object.fromEntries(kept.map((name) => [name, scripts[name]])),
});
const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
fs.writeFileSync(path.join(folder, RELEASE_MARK), `${version} ${status === 0 ? stdout.trim() : ''}\n`);
process.stdout.write(`${folder} is ready: start it with "node scripts/start.mjs"\n`);

/** Where the lockfile has the package `name` as Node finds it from the package at `from`; undefined if it is not there. */
function placeOf(name, from) {
  const place = path.posix.join(from, 'node_modules', name);
  if (packages[place]) return place;
  const outer = /^(.*?)(\/?node_modules\/(@[^/]+\/)?[^/]+)$/.exec(from)?.[1] ?? '';
  return from === '' ? undefined : placeOf(name, outer);
}

/** Copies what the two workspaces need at run time, and the pinned Node, from where it is installed. */
function copyPackages() {
  const found = new Set();
  const follow = (from, names) => {
    for (const name of names) {
      const place = placeOf(name, from);
      if (place === undefined || found.has(place)) continue;
      found.add(place);
      const { link, dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
        packages[place];
      const source = path.join(root, place);
      // an optional one of another platform
      if (link || !fs.existsSync(source)) continue;
      const peers = Object.keys(peerDependencies ?? {}).filter(
        (peer) => !peerDependenciesMeta?.[peer]?.optional,
      );
      follow(place, [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]);
      const own = path.join(source, 'node_modules');
      // of Node the program alone, without headers for compilers and its own npm
      const more = name.startsWith('node-') ? ['include', 'lib', 'share'] : [];
      const left = [own, ...more.map((part) => path.join(source, part))];
      const filter = (file) => !left.includes(file) && !isForBuilding(file);
      fs.cpSync(source, path.join(folder, place), { recursive: true, filter, verbatimSymlinks: true });
    }
  };
  for (const each of ['', ...PARTS]) {
    follow(each, Object.keys({ ...packages[each].dependencies, ...packages[each].optionalDependencies }));
  }
  for (const each of PARTS) {
    const link = path.join(folder, 'node_modules/@openlarder', each);
    fs.mkdirSync(path.dirname(link), { recursive: true });
    fs.symlinkSync(path.join('../..', each), link, 'junction');
  }
  const node = path.relative(path.join(root, 'node_modules'), pinnedNode());
  fs.mkdirSync(path.join(folder, 'node_modules/.bin'));
  fs.symlinkSync(path.join('..', node), path.join(folder, 'node_modules/.bin/node'));
}

function write(file, value) {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
}
