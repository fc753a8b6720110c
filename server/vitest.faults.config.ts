import { defineConfig } from 'vitest/config';

// Races hold transactions open and faults kill processes: they have a database cluster of their own, run after
// everything else and one file at a time, so that neither side sees the other's load.
export default defineConfig({
  test: {
    name: 'server-faults',
    include: ['src/**/*.{race,fault}.test.ts'],
    setupFiles: ['./test/property-seed.ts'],
    globalSetup: ['./test/global-setup.ts'],
    provide: { connections: 16 },
    sequence: { groupOrder: 1 },
    fileParallelism: false,
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
