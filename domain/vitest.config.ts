import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'domain',
    isolate: false,
    include: ['src/**/*.test.ts'],
    setupFiles: ['../server/src/testing/property-seed.ts'],
  },
});
