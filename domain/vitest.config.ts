import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'domain',
    isolate: false,
    // rules wait for nothing; a property over many runs is slow on a busy machine
    testTimeout: 60_000,
    include: ['src/**/*.test.ts'],
    setupFiles: ['../server/test/property-seed.ts'],
  },
});
