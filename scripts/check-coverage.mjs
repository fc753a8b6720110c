// docs/spec-coverage.md names a test for each requirement: fails if a named test does not exist.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './bootstrap.mjs';

const ROW = /^\| (?!requirement|---)(.+?) \| `(.+?)` \| (.+?) \|$/;
const lines = fs.readFileSync(path.join(root, 'docs/spec-coverage.md'), 'utf8').split('\n');
const faults = [];
let rows = 0;
for (const line of lines) {
  const [, requirement, file, test] = ROW.exec(line) ?? [];
  if (!requirement) continue;
  rows++;
  const at = path.join(root, file);
  if (!fs.existsSync(at)) faults.push(`${requirement}: there is no ${file}`);
  else if (!fs.readFileSync(at, 'utf8').includes(test))
    faults.push(`${requirement}: ${file} has no test "${test}"`);
}
if (rows === 0) faults.push('docs/spec-coverage.md holds no row');
for (const fault of faults) console.error(fault);
console.log(`${rows} requirements, ${faults.length} without their test`);
process.exit(faults.length === 0 ? 0 : 1);
