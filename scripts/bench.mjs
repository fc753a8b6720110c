// npm run bench: measures on the pinned Node what the product costs over a minimal baseline, how soon events are
// delivered, how search scales, what the map's clusters cost, how many requests alerts in waves get answered, and what
// becomes of three times as many calls as can be answered.
// `npm run bench -- --million` measures search and clusters with a million.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, pinnedNode, root } from './bootstrap.mjs';

ensureInstalled();
const args = process.argv.slice(2);
const programs = args.includes('--million')
  ? ['search.ts', 'clusters.ts']
  : [
      'feed.ts',
      'live.ts',
      'live-map.ts',
      'search.ts',
      'clusters.ts',
      'alert-waves.ts',
      'alerts.ts',
      'overload.ts',
    ];
for (const program of programs) {
  const file = path.join(root, 'bench', program);
  const { status } = spawnSync(pinnedNode(), ['--expose-gc', file, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
