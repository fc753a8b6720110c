import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    {
      path: '<rootDir>/web/src/locales/{locale}/messages',
      include: ['<rootDir>/web/src'],
      exclude: ['**/*.test.ts', '**/*.test.tsx', '<rootDir>/web/src/testing/**'],
    },
  ],
  // Line numbers would change the catalogue with every edit above a text.
  format: formatter({ lineNumbers: false }),
});
