// What a phone loads before it shows anything: the first page and the home screen, in kB of gzipped JavaScript.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './ground.mjs';

const dist = path.join(root, 'web/dist');
const manifest = JSON.parse(fs.readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));
const ENTRY = 'index.html';
const PAGES = [
  { name: 'landing', limitKb: 90, parts: [ENTRY, 'src/screens/landing/Landing.tsx'] },
  { name: 'home', limitKb: 180, parts: [ENTRY, 'src/app/SignedIn.tsx', 'src/locales/en/home.po'] },
];

/** The files of these parts and of all they import at once. */
function filesOf(parts) {
  const seen = new Set();
  const waiting = [...parts];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (seen.has(part)) continue;
    seen.add(part);
    if (!manifest[part]) throw new Error(`The build knows no ${part}`);
    waiting.push(...(manifest[part].imports ?? []));
  }
  return [...seen].map((part) => manifest[part].file);
}

let isOver = false;
for (const { name, limitKb, parts } of PAGES) {
  const bytes = filesOf(parts).map((file) => gzipSync(fs.readFileSync(path.join(dist, file))).length);
  const kb = bytes.reduce((sum, size) => sum + size, 0) / 1000;
  console.log(`${name}: ${kb.toFixed(1)} kB of ${limitKb}`);
  isOver ||= kb > limitKb;
}
if (isOver) console.error('The web app has grown past its budget: load what is not needed at first later.');
process.exit(isOver ? 1 : 0);
