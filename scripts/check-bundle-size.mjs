// Checks the size of each first load (landing page, home screen), in kB of gzipped JavaScript.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './bootstrap.mjs';

const dist = path.join(root, 'web/dist');
/** The files of each page's first load. */
const firstLoad = JSON.parse(fs.readFileSync(path.join(dist, '.vite/first-load.json'), 'utf8'));
const PAGES = [
  { name: 'landing', limitKb: 100 },
  { name: 'home', limitKb: 190 },
];

let isOver = false;
for (const { name, limitKb } of PAGES) {
  const bytes = firstLoad[name].map((file) => gzipSync(fs.readFileSync(path.join(dist, file))).length);
  const kb = bytes.reduce((sum, size) => sum + size, 0) / 1000;
  console.log(`${name}: ${kb.toFixed(1)} kB of ${limitKb}, in ${bytes.length} files`);
  isOver ||= kb > limitKb;
}
if (isOver) console.error('The first load exceeds its budget: load what it does not need lazily.');
process.exit(isOver ? 1 : 0);
