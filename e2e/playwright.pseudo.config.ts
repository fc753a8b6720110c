import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import plain, { PHONE, webServer } from './playwright.config.ts';
import type { Direction } from './pseudo-language.ts';

process.env['E2E_LANGUAGE'] = 'pseudo';

/** Laid out as the repository: the same server, beside a web app that is built with `--mode pseudo`. */
const APP = path.join(import.meta.dirname, '../.cache/pseudo');
mkdirSync(APP, { recursive: true });
try {
  symlinkSync(path.join(import.meta.dirname, '../server'), path.join(APP, 'server'), 'junction');
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
}

/**
 * The live connection and payments have servers of their own with the plain app, the first load has no texts, and access
 * is checked in plain words.
 */
const WITHOUT_TEXTS = [
  'live-connection.spec.ts',
  'paid-donations.spec.ts',
  'first-load.spec.ts',
  'access.spec.ts',
  'specified-calls.spec.ts',
];
/** Measured inside the page by an English text; and a search for an English word that a template fills in. */
const BY_ENGLISH = 'banner shows a request within a second|found by search despite a typo';
const phone = {
  use: PHONE,
  grepInvert: new RegExp(`@keyboard|@wide|${BY_ENGLISH}`),
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
      grepInvert: new RegExp(`@phone|@keyboard|${BY_ENGLISH}`),
      testIgnore: [...WITHOUT_TEXTS, '*.pseudo.ts'],
    },
    { ...phone, name: 'phone' },
    {
      ...phone,
      name: 'phone, right to left',
      use: { ...phone.use, direction: 'rtl' },
      // The finger of that journey moves to the left for the next card.
      grepInvert: [phone.grepInvert, /swiping the carousel/],
    },
  ],
  webServer: {
    ...webServer,
    command: `node --preserve-symlinks-main ${JSON.stringify(path.join(APP, 'server/src/main.ts'))}`,
  },
});
