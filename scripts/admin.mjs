// npm run admin -- <command>: admin commands on the pinned Node, whether the server runs or not.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { compileCache, ensureInstalled, exitWithError, pinnedNode, root } from './bootstrap.mjs';

ensureInstalled({ beside: true });
const admin = spawn(pinnedNode(), [path.join(root, 'server/src/admin.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
});
admin.once('error', (error) => exitWithError(`The command could not be started: ${error.message}`));
admin.once('exit', (code) => process.exit(code ?? 1));
// A terminal's Ctrl-C reaches the child by itself; signals to this process are passed on.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => admin.kill(signal));
