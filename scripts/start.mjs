// npm start (and npm run demo:reset, which adds --remake-demo): installs and builds what has changed, then runs the
// server on the pinned Node and passes signals on.
import { spawn } from 'node:child_process';
import path from 'node:path';
import {
  compileCache,
  ensureInstalled,
  ensureWebBuilt,
  exitWithError,
  pinnedNode,
  root,
} from './bootstrap.mjs';

ensureInstalled();
const node = pinnedNode();
if (!ensureWebBuilt(node)) exitWithError('The web app could not be built: the lines above say why.');

// In a process group of its own: a terminal's Ctrl-C reaches the server once, through this process.
const server = spawn(node, [path.join(root, 'server/src/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  // The channel closes when this process ends in any way, which stops the server.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  detached: process.platform !== 'win32',
  env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
});
server.once('error', (error) => exitWithError(`The server could not be started: ${error.message}`));
server.once('exit', (code, signal) => {
  if (signal !== null) exitWithError(`The server was ended by ${signal}.`);
  process.exit(code ?? 1);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));

// npm and its shell end at SIGTERM without passing it on: stop the server when the parent is gone.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) server.kill('SIGTERM');
}, 200).unref();
