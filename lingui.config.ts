import { defineConfig } from '@lingui/cli';
import { babelExtractor } from '@lingui/cli/api/extractors/babel';
import { formatter } from '@lingui/format-po';
import { LANGUAGES } from './domain/src/kernel/languages.ts';
import { isTextTable } from './domain/src/kernel/text-table.ts';

const inWeb = (folder: string): string => `<rootDir>/web/src/${folder}`;

/** The pages that invite visitors, and what volunteers have: rendered behind `loadVisitorTexts`, or by the build. */
const visitors = ['screens/landing', 'screens/support', 'screens/volunteer', 'features/volunteers'].map(
  inWeb,
);

/**
 * What else is shown without a session, and by every page. Its texts come with the entry, so a component in one of
 * these folders may render anywhere; all others render behind `loadSignedInTexts`.
 */
const signedOut = [
  'app',
  'features/accounts',
  'features/community',
  'lib',
  'screens/not-found',
  'screens/sign-in',
  'screens/sign-out',
  'ui',
].map(inWeb);

/** Long texts that are read on demand, rendered behind `loadDocumentTexts`. */
const documents = ['features/safety/guide', 'screens/legal'].map(inWeb);

/** What follows the first food, and what a person's food came to: rendered behind `loadFigureTexts`. */
const figures = ['activity', 'expiry-alerts', 'impact', 'leaderboard', 'matching'].map((name) =>
  inWeb(`features/${name}`),
);

/** What organizations have, and others see of them, rendered behind `loadPartnerTexts`. */
const partners = ['features/partners'].map(inWeb);

/** The dialog that asks for food, rendered behind `loadRequestFormTexts`. */
const requestForm = ['features/emergency/request-form'].map(inWeb);

/** Ads and tips of every kind, rendered behind `loadAdTexts`. */
const ads = ['features/ads', 'features/safety/tips'].map(inWeb);

/** The donation page, rendered behind `loadDonationTexts`. */
const donations = ['features/donations', 'screens/donate'].map(inWeb);

/** Reads the tables that a `*-texts.ts` exports; each text is `<namespace>.<key>`. */
const textTableExtractor: typeof babelExtractor = {
  match: (file) => file.endsWith('-texts.ts'),
  async extract(file, _code, onMessageExtracted) {
    const tables: Record<string, unknown> = await import(file);
    for (const { namespace, messages } of Object.values(tables).filter(isTextTable))
      for (const [key, message] of Object.entries(messages))
        onMessageExtracted({ id: `${namespace}.${key}`, message, comment: message, origin: [file, 1] });
  },
};

/** What the bell says; it renders without the texts of the features. */
const notifications = '**/*.notifications.ts';

const tests = ['**/*.test.ts', '**/*.test.tsx', '<rootDir>/web/src/testing/**'];

export default defineConfig({
  sourceLocale: 'en',
  locales: [...LANGUAGES],
  catalogs: [
    // what server and browser word
    {
      path: '<rootDir>/domain/src/locales/{locale}/errors',
      include: ['<rootDir>/domain/src/**/*-texts.ts'],
    },
    // what the server alone words; the demo is content
    {
      path: '<rootDir>/server/src/locales/{locale}/server',
      include: ['<rootDir>/server/src/**/*-texts.ts'],
      exclude: ['<rootDir>/server/src/demo/**'],
    },
    { path: '<rootDir>/web/src/locales/{locale}/signed-out', include: signedOut, exclude: tests },
    { path: '<rootDir>/web/src/locales/{locale}/visitors', include: visitors, exclude: tests },
    { path: '<rootDir>/web/src/locales/{locale}/documents', include: documents, exclude: tests },
    {
      path: '<rootDir>/web/src/locales/{locale}/figures',
      include: figures,
      exclude: [...tests, notifications],
    },
    {
      path: '<rootDir>/web/src/locales/{locale}/partners',
      include: partners,
      exclude: [...tests, notifications],
    },
    { path: '<rootDir>/web/src/locales/{locale}/request-form', include: requestForm, exclude: tests },
    { path: '<rootDir>/web/src/locales/{locale}/ads', include: ads, exclude: tests },
    { path: '<rootDir>/web/src/locales/{locale}/donations', include: donations, exclude: tests },
    {
      path: '<rootDir>/web/src/locales/{locale}/signed-in',
      include: ['<rootDir>/web/src'],
      exclude: [
        ...tests,
        ...[
          ...signedOut,
          ...visitors,
          ...documents,
          ...figures,
          ...partners,
          ...requestForm,
          ...ads,
          ...donations,
        ].map((folder) => `${folder}/**/!(*.notifications).*`),
      ],
    },
  ],
  runtimeConfigModule: { Trans: ['#web/lib/Trans.tsx', 'Trans'] },
  extractors: [textTableExtractor, babelExtractor],
  // Line numbers would change the catalogue with every edit above a text.
  format: formatter({ lineNumbers: false }),
});
