// Checks that the catalogs contain every text, translated into each language. Lists stale catalogs and missing
// translations, and leaves the files unchanged.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './bootstrap.mjs';

const FOLDERS = ['domain/src/locales', 'server/src/locales', 'web/src/locales'];
const listCatalogs = () =>
  FOLDERS.map((folder) => path.join(root, folder))
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) =>
      fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
    )
    .filter((file) => file.endsWith('.po'));
// ignores the date of the extraction
const textsOf = (content) => content.replace(/^"POT-Creation-Date:.*$/m, '');

/** The texts of a catalog without a translation: an empty `msgstr` that no further line continues. */
const missingIn = (content) =>
  content
    .split('\n\n')
    .filter((entry) => /^msgid (?:"[^"]|""\n")/m.test(entry) && /^msgstr ""$(?!\n")/m.test(entry))
    .map((entry) => entry.slice(entry.indexOf('\nmsgid ') + 1));

const before = new Map(listCatalogs().map((file) => [file, fs.readFileSync(file, 'utf8')]));
const cli = path.join(root, 'node_modules/@lingui/cli/dist/lingui.js');
const done = spawnSync(process.execPath, [cli, 'extract', '--clean', '--overwrite', '--workers', '1'], {
  cwd: root,
  encoding: 'utf8',
});
const stale = listCatalogs().filter(
  (file) => textsOf(fs.readFileSync(file, 'utf8')) !== textsOf(before.get(file) ?? ''),
);
for (const file of listCatalogs()) if (!before.has(file)) fs.rmSync(file);
for (const [file, content] of before) fs.writeFileSync(file, content);

// a file that cannot be read is only printed
const failed = done.status !== 0 || done.stderr.includes('Cannot process file');
if (failed) console.error(done.stdout + done.stderr);
for (const file of stale)
  console.error(`${path.relative(root, file)} is out of date: run npm run texts and commit what changes.`);
const missing = [...before].flatMap(([file, content]) => missingIn(content).map((entry) => [file, entry]));
for (const [file, entry] of missing)
  console.error(`${path.relative(root, file)} lacks a translation:\n${entry}`);
const isComplete = stale.length === 0 && missing.length === 0 && before.size > 0;
process.exit(!failed && isComplete ? 0 : 1);
