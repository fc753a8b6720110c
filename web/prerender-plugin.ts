import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { catalogs } from './catalogs-plugin.ts';
import { messages } from './messages-plugin.ts';

const ENTRY = 'src/prerender.tsx';
/** Inside the repository, so that the packages are found from there. */
const CACHE = path.join(import.meta.dirname, '../node_modules/.cache/openlarder');

/**
 * Renders the screens of visitors when the app is built, into `.vite/prerendered-pages.json`: the server puts them into
 * the page. Pictures have the same names in both builds, which come from their contents.
 */
export function prerenderScreens(): Plugin {
  let mode = 'production';
  return {
    name: 'prerender-screens',
    apply: 'build',
    configResolved(config) {
      mode = config.mode;
    },
    async generateBundle() {
      mkdirSync(CACHE, { recursive: true });
      const outDir = mkdtempSync(path.join(CACHE, 'prerender-'));
      try {
        await build({
          configFile: false,
          root: import.meta.dirname,
          mode,
          logLevel: 'error',
          publicDir: false,
          plugins: [react(), messages(mode), catalogs(mode)],
          build: {
            ssr: ENTRY,
            outDir,
            assetsInlineLimit: 0,
            minify: false,
            rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
          },
        });
        writeFileSync(path.join(outDir, 'package.json'), '{"type":"module"}');
        const { prerender } = await import(pathToFileURL(path.join(outDir, 'prerender.mjs')).href);
        this.emitFile({
          type: 'asset',
          fileName: '.vite/prerendered-pages.json',
          source: JSON.stringify(await prerender()),
        });
      } finally {
        rmSync(outDir, { recursive: true });
      }
    },
  };
}
