// npm run reload: exchanges the processes that answer for others of the code in this folder, without a pause.
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

ensureInstalled({ beside: true });
const node = pinnedNode();
if (!ensureWebBuilt(node, { beside: true }))
  exitWithError('The web app could not be built: the lines above say why.');
const reload = spawn(node, [path.join(root, 'server/src/reload.ts')], {
  stdio: 'inherit',
  env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
});
reload.once('error', (error) => exitWithError(`The command could not be started: ${error.message}`));
reload.once('exit', (code) => process.exit(code ?? 1));
