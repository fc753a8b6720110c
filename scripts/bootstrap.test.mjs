import { spawnSync } from 'node:child_process';
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

test.runIf(process.platform === 'linux')('a library that Node lacks is named with how to install it', () => {
  const place = path.join(folder, 'lacking');
  const bin = path.join(place, `node_modules/node-linux-${process.arch}/bin`);
  fs.mkdirSync(bin, { recursive: true });
  fs.mkdirSync(path.join(place, 'scripts'));
  fs.copyFileSync(path.join(root, 'scripts/bootstrap.mjs'), path.join(place, 'scripts/bootstrap.mjs'));
  fs.writeFileSync(path.join(bin, 'node'), '#!/bin/sh\necho "libatomic.so.1: cannot open" >&2; exit 127\n', {
    mode: 0o755,
  });
  const asked = (version) =>
    spawnSync(process.execPath, [
      '--input-type=module',
      '--eval',
      `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });
       console.log((await import('${path.join(place, 'scripts/bootstrap.mjs')}')).pinnedNode());`,
    ]);
  const older = asked('22.4.0');
  expect(older.status).toBe(1);
  expect(String(older.stderr)).toContain('apt install libatomic1');
  expect(String(asked('26.0.0').stdout).trim()).toBe(process.execPath);
});
