import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeRunFolder } from './run-folder.ts';

function makeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-test-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a run has its folder in memory where there is room, and on the disk otherwise', () => {
  const memory = makeFolder();
  expect(path.dirname(makeRunFolder(memory, 1))).toBe(memory);
  for (const [place, room] of [
    [memory, Infinity],
    [path.join(memory, 'not there'), 1],
  ] as const) {
    const folder = makeRunFolder(place, room);
    onTestFinished(() => fs.rmdirSync(folder));
    expect(path.dirname(folder)).toBe(os.tmpdir());
  }
});

test('only leftovers of killed runs in memory are removed', () => {
  const memory = makeFolder();
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const others = [`openlarder-run-${process.ppid}-running`, 'openlarder-elsewhere'];
  for (const name of [`openlarder-run-${ended}-killed`, ...others])
    fs.mkdirSync(path.join(memory, name, 'postgres'), { recursive: true });
  const own = makeRunFolder(memory, 1);
  expect(fs.readdirSync(memory).toSorted()).toEqual([path.basename(own), ...others].toSorted());
});
