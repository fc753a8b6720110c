import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'scripts',
    include: ['*.test.mjs'],
    // 4 s of cruising planted imports, 3 s of commits: they change seldom
    exclude: [
      ...(process.env['CHECK'] ? ['import-rules.test.mjs', 'feature-footprint.test.mjs'] : []),
      ...(process.env['LONG'] === '1' ? [] : ['*.long.test.mjs']),
    ],
    testTimeout: 30_000,
  },
});
