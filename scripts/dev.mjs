// npm run dev: the server, restarted on each change, and the web app with hot reload, at one address.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { compileCache, ensureInstalled, exitWithError, pinnedNode, root } from './bootstrap.mjs';

ensureInstalled();
const node = pinnedNode();
const host = '127.0.0.1';
const port = Number(process.env.PORT || 3000);
const apiPort = port + 1;
const children = [];
let isStopping = false;

// Vite listens at the public address and proxies calls to the server on the next port.
run('The web app', path.join(root, 'web'), [
  path.join(root, 'node_modules/vite/bin/vite.js'),
  ...['--host', host, '--port', String(port), '--strictPort', '--clearScreen', 'false', '--logLevel', 'warn'],
]);
run('The server', root, ['--watch', '--watch-preserve-output', path.join(root, 'server/src/main.ts')]);

function run(name, cwd, args) {
  const child = spawn(node, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    // in a process group of its own: a terminal's Ctrl-C reaches it once, through this process
    detached: process.platform !== 'win32',
    env: {
      NODE_COMPILE_CACHE: compileCache,
      LOG_LEVEL: 'warn',
      ...process.env,
      NODE_ENV: 'development',
      HOST: host,
      PORT: String(apiPort),
      PUBLIC_URL: `http://${host}:${port}`,
    },
  });
  children.push(child);
  child.once('error', (error) => exitWithError(`${name} could not be started: ${error.message}`));
  child.once('exit', (code) => {
    if (!isStopping) process.stderr.write(`${name} ended.\n`);
    void stop(code ?? 1);
  });
}

/** Stops both, with the server's PostgreSQL, then this process. */
async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null);
  const ended = running.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(ended);
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));

// npm and its shell end at SIGTERM without passing it on: stop when the parent is gone.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) void stop(0);
}, 200).unref();
