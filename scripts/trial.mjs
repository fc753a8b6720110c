// npm run trial [-- NAME…] [-- --short] [--soak-minutes N]: faults and load against the real app, on the pinned Node; see
// bench/README.md.
import { ensureInstalled, runProgram } from './bootstrap.mjs';

ensureInstalled();
runProgram('bench/trial/trial.ts', process.argv.slice(2));
