// npm run reload: exchanges the processes that answer for others of the code in this folder, without a pause.
import { ensureInstalled, pinnedNode, requireWebBuilt, runProgram } from './bootstrap.mjs';

ensureInstalled({ beside: true });
requireWebBuilt(pinnedNode(), { beside: true });
runProgram('server/src/reload.ts', []);
