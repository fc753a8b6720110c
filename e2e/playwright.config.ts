import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';

// Workers load this file too: only the first process chooses the port and creates the folder. Each run has its own port,
// so that it disturbs no other run and no running instance; live-connection.spec.ts uses the next one.
process.env['E2E_PORT'] ??= String(20_000 + 2 * (process.pid % 5000));
const PORT = process.env['E2E_PORT'];
const ADDRESS = `http://127.0.0.1:${PORT}`;
process.env['E2E_DATA_DIR'] ??= mkdtempSync(path.join(os.tmpdir(), 'openlarder-e2e-'));

const isLong = Boolean(process.env['LONG']);
/** Journeys, by file or title, that only the long run repeats on a phone: what differs there is in the others. */
const SAME_ON_A_PHONE = new RegExp(
  [
    'account-closure|ads-and-safety|agreed-time|bulk-donation|business-partner|first-load|impact-facts',
    'recommendations-and-alerts|release-and-block|specified-calls',
    'a donation goes as far|a bank may ask|without JavaScript|pages of visitors|signs up to help',
    'any other page leads|guidelines state|signing out ends',
    'alerted live, matched|three presses|closed the page finds|too late sees it|banner shows a request',
  ].join('|'),
);

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
  timeout: 60_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
};

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../.cache/playwright',
  reporter: [['line'], ['json', { outputFile: process.env['TEST_REPORT'] ?? '../.cache/playwright.json' }]],
  // Journeys mostly wait for the server and for each other.
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
    // a control that is not there fails its test, not the time of all
    actionTimeout: 60_000,
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    // On narrower screens the map is a sheet.
    { name: 'desktop', use: { ...devices['Desktop Chrome'] }, grepInvert: /@phone/ },
    // A phone has no Tab key, no room for a map beside the feed, and the same live connection.
    {
      name: 'phone',
      use: { ...devices['Pixel 7'] },
      grepInvert: isLong ? /@keyboard|@wide/ : new RegExp(`@keyboard|@wide|${SAME_ON_A_PHONE.source}`),
      testIgnore: ['live-connection.spec.ts'],
    },
  ],
  webServer,
});
