import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { footprints, isTooWide } from './check-feature-footprint.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-footprint-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const git = (...args) => {
  const identity = [
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@example.org',
    '-c',
    'commit.gpgsign=false',
  ];
  const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};
const change = (...files) => changeTo('one more line', ...files);
const changeTo = (text, ...files) => {
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.appendFileSync(path.join(folder, file), `${text}\n`);
  }
};
const commitAll = () => {
  git('add', '-A');
  git('commit', '-qm', 'A change');
};
const commit = (...files) => {
  change(...files);
  commitAll();
};
const outside = (count) => Array.from({ length: count }, (_, index) => `server/src/central-${index}.ts`);

test('a new feature may touch five files outside its folders, over all its commits and the working tree', () => {
  git('init', '-q', '-b', 'main');
  commit('README.md', 'domain/src/claims/claim.ts', ...outside(6));
  git('checkout', '-qb', 'fridge');
  // neither commit touches the new feature
  commit(...outside(6));
  commit('domain/src/claims/claim.ts', 'domain/src/kernel/time.ts', ...outside(6));
  commit('domain/src/fridge/note.ts', ...outside(3));
  commit('web/src/features/fridge/Note.tsx', 'web/src/locales/es/all.po', ...outside(2));
  change('server/src/features/fridge/fridge.module.ts', 'e2e/fridge.spec.ts', 'README.md', ...outside(4));
  const [claims, fridge] = footprints(folder);
  expect(fridge).toEqual({ name: 'fridge', isNew: true, outside: ['README.md', ...outside(4)] });
  expect(isTooWide(fridge)).toBe(false);
  // an existing feature is counted, and never too wide
  expect(claims).toMatchObject({ name: 'claims', isNew: false, outside: { length: 7 } });
  expect(isTooWide(claims)).toBe(false);

  // another feature's file counts
  change('server/src/features/claims/claims.module.ts');
  expect(footprints(folder).filter(isTooWide)).toMatchObject([{ name: 'fridge', outside: { length: 6 } }]);
  // of a range only its commits count
  expect(footprints(folder, 'main..HEAD').filter(isTooWide)).toEqual([]);
  expect(footprints(folder, 'HEAD~1..HEAD')).toMatchObject([{ isNew: false, outside: outside(2) }]);
});

test('a file that names the new feature counts in whichever commit it changes, also on main', () => {
  commitAll();
  git('checkout', '-q', 'main');
  git('tag', 'v1.0.0');
  commit('domain/src/food-bank/note.ts');
  changeTo('listFoodBanks,', ...outside(4));
  changeTo("'food-bank',", 'domain/src/kernel/topics.ts');
  commitAll();
  commit('README.md');
  const central = ['domain/src/kernel/topics.ts', ...outside(4)];
  expect(footprints(folder)).toEqual([{ name: 'food-bank', isNew: true, outside: central }]);
  changeTo('foodBank', 'README.md');
  expect(footprints(folder).filter(isTooWide)).toMatchObject([{ outside: ['README.md', ...central] }]);
});
