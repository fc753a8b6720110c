// npm run admin -- <command>: admin commands on the pinned Node, whether the server runs or not.
import { ensureInstalled, runProgram } from './bootstrap.mjs';

ensureInstalled({ beside: true });
runProgram('server/src/admin.ts', process.argv.slice(2));
