// npm run bench: measures on the pinned Node what the product costs over the least that could do the same.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, pinnedNode, root } from './ground.mjs';

ensureInstalled();
const { status } = spawnSync(pinnedNode(), [path.join(root, 'bench/feed.ts')], { stdio: 'inherit' });
process.exit(status ?? 1);
