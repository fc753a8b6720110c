// npm run trial [-- NAME…] [-- --short] [--soak-minutes N]: faults and load against the real app, on the pinned Node; see
// bench/README.md.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { compileCache, ensureInstalled, pinnedNode, root } from './bootstrap.mjs';

ensureInstalled();
const trial = spawn(pinnedNode(), [path.join(root, 'bench/trial/trial.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
});
trial.once('exit', (code) => process.exit(code ?? 1));
// a terminal's Ctrl-C reaches the child by itself, which ends what it has started
process.on('SIGINT', () => {});
process.on('SIGTERM', () => trial.kill('SIGTERM'));
