import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@lingui/cli';
import { babelExtractor } from '@lingui/cli/api/extractors/babel';
import { formatter } from '@lingui/format-po';
import { languagesOf, SOURCE_LANGUAGE } from './domain/src/kernel/languages.ts';
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
  sourceLocale: SOURCE_LANGUAGE,
  locales: [...languagesOf(readdirSync(path.join(import.meta.dirname, 'locales')))],
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}',
      include: [
        '<rootDir>/web/src',
        '<rootDir>/domain/src/**/*-texts.ts',
        '<rootDir>/server/src/**/*-texts.ts',
      ],
      // the demo is content
      exclude: [
        '**/*.test.ts',
        '**/*.test.tsx',
        '<rootDir>/web/src/testing/**',
        '<rootDir>/server/src/demo/**',
      ],
    },
  ],
  runtimeConfigModule: { Trans: ['#web/lib/Trans.tsx', 'Trans'] },
  extractors: [textTableExtractor, babelExtractor],
  // Line numbers would change the catalogue with every edit above a text.
  format: formatter({ lineNumbers: false }),
});
