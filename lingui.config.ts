import { defineConfig } from '@lingui/cli';
import { babelExtractor } from '@lingui/cli/api/extractors/babel';
import { formatter } from '@lingui/format-po';
import { LANGUAGES } from './domain/src/kernel/languages.ts';
import { isTextTable } from './domain/src/kernel/text-table.ts';

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

export default defineConfig({
  sourceLocale: LANGUAGES[0],
  locales: [...LANGUAGES],
  // a text without a translation is in English
  fallbackLocales: { default: LANGUAGES[0] },
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
    // what the browser alone words
    {
      path: '<rootDir>/web/src/locales/{locale}',
      include: ['<rootDir>/web/src'],
      exclude: ['**/*.test.ts', '**/*.test.tsx', '<rootDir>/web/src/testing/**'],
    },
  ],
  runtimeConfigModule: { Trans: ['#web/lib/Trans.tsx', 'Trans'] },
  extractors: [textTableExtractor, babelExtractor],
  // Line numbers would change the catalogue with every edit above a text.
  format: formatter({ lineNumbers: false }),
});
