import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './bootstrap.mjs';
import { ARCHIVES } from './make-map-archives.mjs';

it.each(Object.entries(ARCHIVES))('%s is what the script makes', (file, make) => {
  const committed = fs.readFileSync(path.join(root, file));
  expect(committed.equals(make()), 'run scripts/make-map-archives.mjs').toBe(true);
  expect(committed.length).toBeLessThanOrEqual(2_500_000);
});
