import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { catalogs } from './catalogs-plugin.ts';
import { groupFirstLoadChunks } from './chunks-plugin.ts';
import { compressAssets } from './compress-plugin.ts';
import { messages } from './messages-plugin.ts';
import { paintBeforeStyles, preloadFirstLoad, preloadFont } from './first-load-plugin.ts';
import { prerenderScreens } from './prerender-plugin.ts';

/** README and the first script of index.html say the same. Syntax and styles are written for these. */
const OLDEST_ENGINES = ['chrome111', 'firefox128', 'safari16.4'];

const server = `127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** In development the page is not served by the server, which fills in the placeholders otherwise. */
function fillInPlaceholders(): Plugin {
  return {
    name: 'fill-in-placeholders',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replaceAll(/__(?:APP_NAME|TITLE)__/g, 'OpenLarder').replace('__LIVE_POSITION__', ''),
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    messages(mode),
    groupFirstLoadChunks(),
    catalogs(mode),
    tailwindcss(),
    compressAssets(),
    preloadFont(),
    preloadFirstLoad(),
    paintBeforeStyles(),
    prerenderScreens(),
    fillInPlaceholders(),
  ],
  // The Content Security Policy allows neither inline scripts nor data: fonts, so nothing is inlined.
  build: {
    target: OLDEST_ENGINES,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  test: {
    name: 'web',
    // Modules load once per worker, not once per file: a test leaves no state behind in a module or on a global.
    isolate: false,
    // fewer collections of the short-lived garbage of rendering
    execArgv: ['--max-semi-space-size=64'],
    include: ['src/**/*.test.{ts,tsx}'],
    // npm run check: logic alone; what renders takes ten times as long
    exclude: process.env['CHECK'] ? ['src/**/*.test.tsx'] : [],
    environment: './src/testing/page-environment.ts',
    setupFiles: ['./src/testing/setup.ts', '../server/test/property-seed.ts'],
    // a limit for a busy machine: what is waited for is a condition
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
  // npm run dev: calls go to the server; the page is ours also where the server would send it
  server: {
    proxy: {
      '/api': {
        target: `http://${server}`,
        bypass: ({ url }) => (url === '/api/login' ? '/index.html' : undefined),
      },
      '/objects': `http://${server}`,
      '/map': `http://${server}`,
      '/ws': { target: `ws://${server}`, ws: true },
    },
  },
}));
