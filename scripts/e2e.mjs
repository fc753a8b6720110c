// npm run e2e -- share-to-handover: the browser tests whose file or path matches, or all of them, on a current build of
// the web app. All arguments go to `playwright test`; LONG=1 adds those tagged `@long`, and runs all on both sizes.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled, pinnedEnv, pinnedNode, requireWebBuilt, root } from './bootstrap.mjs';

ensureInstalled();
const node = pinnedNode();
if (!ensureChromium()) process.exit(1);
requireWebBuilt(node);
const playwright = path.join(root, 'node_modules/@playwright/test/cli.js');
const { status } = spawnSync(
  node,
  [playwright, 'test', '-c', 'e2e/playwright.config.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...pinnedEnv(node), TEST_REPORT: path.join(root, '.cache/e2e.json') },
  },
);
process.exit(status ?? 1);
