import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { digestOfWebSources, root } from './bootstrap.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-web-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** The files of the project that decide how the web app is built: the two configurations and what they import. */
function buildFiles() {
  const found = new Set(['web/vite.config.ts', 'lingui.config.ts']);
  for (const file of found) {
    const { importedFiles } = ts.preProcessFile(fs.readFileSync(path.join(root, file), 'utf8'));
    for (const { fileName } of importedFiles)
      if (fileName.startsWith('.')) found.add(path.posix.join(path.posix.dirname(file), fileName));
  }
  return [...found];
}

const files = buildFiles();
for (const file of files) {
  fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  fs.copyFileSync(path.join(root, file), path.join(folder, file));
}

test('every plugin of the build is looked at', () => {
  const plugins = fs.readdirSync(path.join(root, 'web')).filter((file) => file.endsWith('-plugin.ts'));
  expect(plugins.length).toBeGreaterThan(0);
  expect(files).toEqual(expect.arrayContaining(plugins.map((file) => `web/${file}`)));
});

test.each(files)('the web app is built again when %s changes', (file) => {
  const before = digestOfWebSources(folder);
  expect(digestOfWebSources(folder)).toBe(before);
  fs.appendFileSync(path.join(folder, file), '// changed\n');
  expect(digestOfWebSources(folder)).not.toBe(before);
});
