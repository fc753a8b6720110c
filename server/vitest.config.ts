import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    // Modules load once per worker, not once per file: a test leaves no state behind in a module or on a global.
    isolate: false,
    include: ['{src,test}/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      'src/**/*.{race,fault}.test.ts',
      ...(process.env['LONG'] === '1' ? [] : ['src/**/*.long.test.ts']),
    ],
    setupFiles: ['./test/property-seed.ts', './test/quick-passwords.ts'],
    globalSetup: ['./test/global-setup.ts'],
    // few, since each loads the catalogs and plans for itself; races have as many as the product
    provide: { connections: 4 },
    // A limit for a slow and busy machine: what is waited for is a condition.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
