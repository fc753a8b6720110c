// npm run admin -- <act>: runs the community from its server, on the pinned Node; the server may run or not.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { compileCache, ensureInstalled, giveUp, pinnedNode, root } from './bootstrap.mjs';

ensureInstalled({ beside: true });
const admin = spawn(pinnedNode(), [path.join(root, 'server/src/admin.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
});
admin.once('error', (error) => giveUp(`The command could not be started: ${error.message}`));
admin.once('exit', (code) => process.exit(code ?? 1));
// A terminal's Ctrl-C reaches it by itself; what is sent to us alone is passed on. It leaves nothing running.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => admin.kill(signal));
