import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import plain, { PHONE, webServer } from './playwright.config.ts';
import type { Direction } from './pseudolocale.ts';

process.env['E2E_LANGUAGE'] = 'pseudo';

/** A folder with the layout of the repository: the same server, and a web app built with `--mode pseudo`. */
const APP = path.join(import.meta.dirname, '../.cache/pseudo');
mkdirSync(APP, { recursive: true });
// the server looks at the file that starts it
for (const folder of ['server', 'scripts'])
  try {
    symlinkSync(path.join(import.meta.dirname, '..', folder), path.join(APP, folder), 'junction');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }

/**
 * The live connection and payments have servers of their own with the normal build, the first load has no texts,
 * and accessibility is checked in English.
 */
const WITHOUT_TEXTS = [
  'live-connection.spec.ts',
  'paid-donations.spec.ts',
  'first-load.spec.ts',
  'accessibility.spec.ts',
];
const phone = {
  use: PHONE,
  grepInvert: /@keyboard|@wide/,
  testIgnore: WITHOUT_TEXTS,
};

export default defineConfig<object, { direction: Direction }>({
  ...plain,
  testMatch: ['*.spec.ts', '*.pseudo.ts'],
  outputDir: '../.cache/playwright-pseudo',
  use: { ...plain.use, actionTimeout: 60_000 },
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'] },
      grepInvert: /@phone|@keyboard/,
      testIgnore: [...WITHOUT_TEXTS, '*.pseudo.ts'],
    },
    { ...phone, name: 'phone' },
    {
      ...phone,
      name: 'phone, right to left',
      use: { ...phone.use, direction: 'rtl' },
      // that test swipes to the left for the next card
      grepInvert: [phone.grepInvert, /swiping the carousel/],
    },
  ],
  webServer: {
    ...webServer,
    command: `node --preserve-symlinks-main ${JSON.stringify(path.join(APP, 'server/src/main.ts'))}`,
  },
});
