import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['domain', 'server', 'server/vitest.faults.config.ts', 'web', 'scripts'],
    // The identity provider of the tests warns of what matters only in production.
    onConsoleLog: (text) => !text.includes('oidc-provider '),
    reporters: ['dot', ['json', { outputFile: process.env['TEST_REPORT'] ?? '.cache/vitest.json' }]],
  },
});
