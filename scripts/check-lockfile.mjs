// The lockfile must work everywhere: it names no registry, and `npm ci` accepts it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './bootstrap.mjs';

const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const faults = Object.entries(lock.packages)
  .filter(([, entry]) => /^[a-z+]+:/i.test(entry.resolved ?? ''))
  .map(([name]) => `${name} names the place it came from: npm must be run with the .npmrc of this folder.`);
const windows = process.platform === 'win32';
const dry = spawnSync('npm', ['ci', '--dry-run', '--loglevel=error'], {
  cwd: root,
  encoding: 'utf8',
  shell: windows,
});
if (dry.status !== 0)
  faults.push(
    `npm ci refuses it (after a change of dependencies run scripts/complete-lockfile.mjs):\n${dry.stderr}`,
  );
for (const fault of faults) console.error(`package-lock.json: ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);
