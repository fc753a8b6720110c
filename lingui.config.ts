import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

const inWeb = (folder: string): string => `<rootDir>/web/src/${folder}`;

/**
 * What is shown without a session, and by every page. Its texts come with the entry, so a component in one of these
 * folders may render anywhere; all others render behind `loadSignedInTexts`.
 */
const signedOut = [
  'app',
  'features/accounts',
  'features/community',
  'lib',
  'screens/landing',
  'screens/not-found',
  'screens/sign-in',
  'screens/sign-out',
  'ui',
].map(inWeb);

const tests = ['**/*.test.ts', '**/*.test.tsx', '<rootDir>/web/src/testing/**'];

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    { path: '<rootDir>/web/src/locales/{locale}/signed-out', include: signedOut, exclude: tests },
    {
      path: '<rootDir>/web/src/locales/{locale}/signed-in',
      include: ['<rootDir>/web/src'],
      exclude: [...tests, ...signedOut.map((folder) => `${folder}/**`)],
    },
  ],
  // Line numbers would change the catalogue with every edit above a text.
  format: formatter({ lineNumbers: false }),
});
