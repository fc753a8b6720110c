import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['domain', 'server', 'server/vitest.faults.config.ts', 'web', 'scripts'],
    reporters: ['dot', ['json', { outputFile: process.env['TEST_REPORT'] ?? '.cache/vitest.json' }]],
  },
});
