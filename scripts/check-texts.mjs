// Checks that the catalogues contain every text of the web app: a production build has only message ids, so a missing
// text would show its id. Lists stale catalogues and leaves the files unchanged.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './bootstrap.mjs';

const folder = path.join(root, 'web/src/locales');
const catalogues = fs
  .readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.po'))
  .map((file) => path.join(folder, file));
// ignores the date of the extraction
const textsOf = (content) => content.replace(/^"POT-Creation-Date:.*$/m, '');

const before = catalogues.map((file) => fs.readFileSync(file, 'utf8'));
const cli = path.join(root, 'node_modules/@lingui/cli/dist/lingui.js');
const done = spawnSync(process.execPath, [cli, 'extract', '--clean'], { cwd: root, encoding: 'utf8' });
const stale = catalogues.filter(
  (file, index) => textsOf(fs.readFileSync(file, 'utf8')) !== textsOf(before[index] ?? ''),
);
for (const [index, file] of catalogues.entries()) fs.writeFileSync(file, before[index] ?? '');

if (done.status !== 0) console.error(done.stdout + done.stderr);
for (const file of stale)
  console.error(`${path.relative(root, file)} is out of date: run npm run texts and commit what changes.`);
process.exit(done.status === 0 && stale.length === 0 && catalogues.length > 0 ? 0 : 1);
