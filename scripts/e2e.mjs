// npm run e2e -- share-to-handover: the browser tests whose file or path matches, or all of them, on a current build of
// the web app. All arguments go to `playwright test`; LONG=1 runs what `npm run test:long` runs.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled, ensureWebBuilt, exitWithError, pinnedEnv, pinnedNode, root } from './bootstrap.mjs';

ensureInstalled();
const node = pinnedNode();
if (!ensureWebBuilt(node)) exitWithError('The web app could not be built: the lines above say why.');
if (!ensureChromium()) process.exit(1);
const playwright = path.join(root, 'node_modules/@playwright/test/cli.js');
const { status } = spawnSync(
  node,
  [playwright, 'test', '-c', 'e2e/playwright.config.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: pinnedEnv(node) },
);
process.exit(status ?? 1);
