import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';

// Workers load this file too: only the first process chooses the port and creates the folder. Each run has its own
// port, so that it disturbs no other run and no running instance.
process.env['E2E_PORT'] ??= String(20_000 + (process.pid % 12_000));
const PORT = process.env['E2E_PORT'];
const ADDRESS = `http://127.0.0.1:${PORT}`;
process.env['E2E_DATA_DIR'] ??= mkdtempSync(path.join(os.tmpdir(), 'openlarder-e2e-'));

const isLong = Boolean(process.env['LONG']);
/**
 * Titles that run on a phone. Each test runs once in `npm test`: these on a phone, which most people use, and the
 * others on a desktop. The long run does both, and those tagged `@long` too.
 */
const ON_A_PHONE = [
  '@phone|covered-controls|handover-moment|share-to-handover|food is asked for in four taps',
  'the landing page|each tab has|a card without any data|is paid by card',
].join('|');

/** One device pixel per CSS pixel instead of 2.6, whose painting is a sixth of the work. */
export const PHONE = { ...devices['Pixel 7'], deviceScaleFactor: 1 };

export const webServer = {
  command: 'node ../server/src/main.ts',
  env: {
    PORT,
    DATA_DIR: process.env['E2E_DATA_DIR'],
    DEMO: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    TIME_ZONE: 'America/New_York',
  },
  url: `${ADDRESS}/readyz`,
  timeout: 180_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
};

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../.cache/playwright',
  reporter: [['line'], ['json', { outputFile: process.env['TEST_REPORT'] ?? '../.cache/playwright.json' }]],
  // browser tests mostly wait for the server and for each other
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // Two browsers on a busy machine: a journey that fails runs once more, and the report names it as flaky.
  retries: 1,
  // Limits for a slow or busy machine: tests wait for conditions.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: ADDRESS,
    // A trace doubles the time; `--trace retain-on-failure` on the command line records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Frames of animations are painted without a graphics card: spinners and opening sheets alone are a sixth of the
    // work. handover-moment.spec.ts keeps them.
    contextOptions: { reducedMotion: 'reduce' },
    // a missing control fails its own test soon, long before the test's timeout
    actionTimeout: 60_000,
    launchOptions: {
      // the same browser without windows: a tenth less work
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // else an emulated graphics card composes each frame
        '--disable-gpu',
      ],
    },
  },
  projects: [
    // On narrower screens the map is a sheet.
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'] },
      grepInvert: isLong ? /@phone/ : new RegExp(`@long|${ON_A_PHONE}`),
    },
    // A phone has no Tab key, no room for a map beside the feed, and the same live connection.
    {
      name: 'phone',
      use: PHONE,
      grep: isLong ? /./ : new RegExp(ON_A_PHONE),
      grepInvert: isLong ? /@keyboard|@wide/ : /@keyboard|@wide|@long/,
      testIgnore: ['live-connection.spec.ts'],
    },
  ],
  webServer,
});
