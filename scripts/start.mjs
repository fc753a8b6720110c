// npm start (and npm run demo:reset, which adds --remake-demo): installs and builds what has changed, then runs the
// server on the pinned Node and passes signals on.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  compileCache,
  ensureInstalled,
  exitWithError,
  forgetOtherReleases,
  pinnedNode,
  requireWebBuilt,
  root,
} from './bootstrap.mjs';

ensureInstalled();
const node = pinnedNode();
requireWebBuilt(node);

forgetOtherReleases();

let isStopping = false;
let server = run(node, compileCache, root, process.argv.slice(2));

function run(program, cache, folder, args) {
  // In a process group of its own: a terminal's Ctrl-C reaches the server once, through this process.
  const child = spawn(program, [path.join(folder, 'server/src/main.ts'), ...args], {
    // relative settings stay where they are, whatever folder runs
    cwd: root,
    // The channel closes when this process ends in any way, which stops the server.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
    env: { NODE_COMPILE_CACHE: cache, ...process.env },
  });
  /** The folder to start from when it has ended: see server/src/main.ts. */
  let next = null;
  child.on('message', ({ restartFrom }) => {
    // Node's watch mode tells of modules on the same channel.
    if (restartFrom) next = restartFrom;
  });
  child.once('error', (error) => exitWithError(`The server could not be started: ${error.message}`));
  child.once('exit', (code, signal) => {
    if (signal !== null) exitWithError(`The server was ended by ${signal}.`);
    if (code !== 0 || next === null || isStopping) process.exit(code ?? 1);
    void runFrom(next);
  });
  return child;
}

/** Runs the server of another folder, on that folder's Node. */
async function runFrom(folder) {
  const there = await import(pathToFileURL(path.join(folder, 'scripts/bootstrap.mjs')).href);
  if (isStopping) process.exit(0);
  server = run(there.pinnedNode(), there.compileCache, folder, []);
}

function stop(signal) {
  isStopping = true;
  server.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => stop(signal === 'SIGHUP' ? 'SIGTERM' : signal));

// npm and its shell end at SIGTERM without passing it on: stop the server when the parent is gone.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) stop('SIGTERM');
}, 200).unref();
