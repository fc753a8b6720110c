import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'scripts',
    include: ['*.test.mjs'],
    // 5 s of cruising planted imports: the rules change seldom
    exclude: process.env['CHECK'] ? ['import-rules.test.mjs'] : [],
    testTimeout: 30_000,
  },
});
