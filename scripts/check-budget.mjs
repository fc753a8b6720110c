// What a phone loads before it shows anything: the first page and the home screen, in kB of gzipped JavaScript.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './bootstrap.mjs';

const dist = path.join(root, 'web/dist');
/** By page, the files it begins with. */
const firstLoad = JSON.parse(fs.readFileSync(path.join(dist, '.vite/first-load.json'), 'utf8'));
const PAGES = [
  { name: 'landing', limitKb: 90 },
  { name: 'home', limitKb: 180 },
];

let isOver = false;
for (const { name, limitKb } of PAGES) {
  const bytes = firstLoad[name].map((file) => gzipSync(fs.readFileSync(path.join(dist, file))).length);
  const kb = bytes.reduce((sum, size) => sum + size, 0) / 1000;
  console.log(`${name}: ${kb.toFixed(1)} kB of ${limitKb}, in ${bytes.length} files`);
  isOver ||= kb > limitKb;
}
if (isOver) console.error('The web app has grown past its budget: load what is not needed at first later.');
process.exit(isOver ? 1 : 0);
