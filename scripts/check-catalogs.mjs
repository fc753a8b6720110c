// Checks that each language in `locales/` is complete: its catalog has every text as it stands in the code, translated
// with the values and tags of the English one, and its vocabulary has the parts of the English one. Leaves the files
// unchanged.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { parsePo } from 'pofile-ts';
import { root } from './bootstrap.mjs';

const folder = path.join(root, 'locales');
const filesEndingIn = (ending) => fs.readdirSync(folder).filter((file) => file.endsWith(ending));
const read = (file) => fs.readFileSync(path.join(folder, file), 'utf8');
// ignores the date of the extraction
const textsOf = (content) => content.replace(/^"POT-Creation-Date:.*$/m, '');
const idOf = ({ msgctxt, msgid }) => `${msgctxt ?? ''}\0${msgid}`;
const translations = (content) =>
  new Map(parsePo(content).items.map((item) => [idOf(item), item.msgstr[0] ?? '']));

/** The names of values and the tags of a message, each once. */
function insertedIn(message) {
  const parts = (compiled) =>
    [compiled ?? []].flat().flatMap((part) => {
      if (typeof part === 'string') return part.match(/<\/?\d+\/?>/g) ?? [];
      const [name, , cases] = part;
      return [name, ...(typeof cases === 'object' ? Object.values(cases ?? {}).flatMap(parts) : [])];
    });
  return [...new Set(parts(compileMessage(message)))].toSorted((a, b) => (a < b ? -1 : 1)).join(' ');
}

/** The parts of a vocabulary: lists of words, by their place. */
const partsOf = (value, place = '') =>
  Array.isArray(value) || typeof value !== 'object'
    ? [place]
    : Object.entries(value).flatMap(([name, inside]) => partsOf(inside, `${place} ${name}`));

const before = new Map(filesEndingIn('.po').map((file) => [file, read(file)]));
const cli = path.join(root, 'node_modules/@lingui/cli/dist/lingui.js');
const done = spawnSync(process.execPath, [cli, 'extract', '--clean', '--overwrite', '--workers', '1'], {
  cwd: root,
  encoding: 'utf8',
});
const stale = [...before].flatMap(([file, content]) =>
  textsOf(read(file)) === textsOf(content) ? [] : [file],
);
for (const [file, content] of before) fs.writeFileSync(path.join(folder, file), content);

const faults = stale.map((file) => `${file} is out of date: run npm run texts and commit what changes.`);
// a file that cannot be read is only printed
if (done.status !== 0 || done.stderr.includes('Cannot process file')) faults.push(done.stdout + done.stderr);

const english = translations(read('en.po'));
const englishParts = partsOf(JSON.parse(read('en.vocabulary.json'))).join('\n');
for (const [file, content] of before) {
  for (const [id, text] of translations(content)) {
    const message = english.get(id);
    if (text === '') faults.push(`${file} lacks a translation of: ${id}`);
    else if (message !== undefined && insertedIn(text) !== insertedIn(message))
      faults.push(`${file} has (${insertedIn(text)}) instead of (${insertedIn(message)}) in: ${text}`);
  }
}
const vocabularies = filesEndingIn('.vocabulary.json');
for (const file of [...before.keys()].map((name) => name.replace('.po', '.vocabulary.json')))
  if (!vocabularies.includes(file)) faults.push(`${file} is missing.`);
  else if (partsOf(JSON.parse(read(file))).join('\n') !== englishParts)
    faults.push(`${file} has other parts than en.vocabulary.json.`);

for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
