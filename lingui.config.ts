import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

const tests = ['**/*.test.ts', '**/*.test.tsx', '<rootDir>/web/src/testing/**'];

/** What a visitor can meet before signing in; its words come with the first page, all others with the home screen. */
const atTheDoor = [
  'app',
  'features/accounts',
  'features/community',
  'lib',
  'screens/landing',
  'screens/not-found',
  'screens/sign-in',
  'screens/sign-out',
  'ui',
].map((folder) => `<rootDir>/web/src/${folder}`);

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    { path: '<rootDir>/web/src/locales/{locale}/door', include: atTheDoor, exclude: tests },
    {
      path: '<rootDir>/web/src/locales/{locale}/home',
      include: ['<rootDir>/web/src'],
      exclude: [...tests, ...atTheDoor.map((folder) => `${folder}/**`)],
    },
  ],
  // Line numbers would change the catalogue with every edit above a text.
  format: formatter({ lineNumbers: false }),
});
