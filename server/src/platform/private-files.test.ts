import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolderPrivate, makePrivateFolder } from './private-files.ts';

const parent = mkdtempSync(path.join(os.tmpdir(), 'openlarder-closed-'));
afterAll(() => rmSync(parent, { recursive: true }));
const modeOf = (folder: string): string => (statSync(folder).mode & 0o777).toString(8);

it('a new folder is closed, with those above it', async () => {
  await makePrivateFolder(path.join(parent, 'new', 'inner'));
  expect([modeOf(path.join(parent, 'new')), modeOf(path.join(parent, 'new', 'inner'))]).toEqual([
    '700',
    '700',
  ]);
});

it.each([makePrivateFolder, makeFolderPrivate])('an open folder is closed by %o', async (close) => {
  const folder = path.join(parent, close.name);
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  await close(folder);
  expect(modeOf(folder)).toBe('700');
});

it('a folder that is not there stays missing', async () => {
  const folder = path.join(parent, 'missing');
  await makeFolderPrivate(folder);
  expect(statSync(folder, { throwIfNoEntry: false })).toBe(undefined);
});
