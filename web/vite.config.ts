import { lingui } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { categoryArt } from './category-art-plugin.ts';
import { fewChunks } from './chunks-plugin.ts';
import { compressAssets } from './compress-plugin.ts';
import { firstLoad } from './first-load-plugin.ts';
import { leanDomain } from './lean-domain-plugin.ts';
import { copySchemas, importSchemasApart } from './schemas-apart-plugin.ts';

const server = `127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** Names the font of the running text in the page's head, so that it comes with the style sheet and not after it. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) =>
          /figtree-latin-wght-normal-.*\.woff2$/.test(file),
        );
        if (!font) return [];
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** In development nobody fills in what the server fills in. */
function nameInDevelopment(): Plugin {
  return {
    name: 'name-in-development',
    apply: 'serve',
    transformIndexHtml: (html) => html.replaceAll('__APP_NAME__', 'OpenLarder'),
  };
}

export default defineConfig(({ command }) => ({
  plugins: [
    categoryArt(),
    react(),
    babel({
      plugins: ['@lingui/babel-plugin-lingui-macro'],
      // Tests and development see the whole contract.
      overrides:
        command === 'build'
          ? [
              { include: /[\\/]domain[\\/]src[\\/]/, plugins: [leanDomain] },
              { include: /[\\/]web[\\/]src[\\/]/, plugins: [importSchemasApart] },
            ]
          : [],
    }),
    copySchemas(),
    fewChunks(),
    lingui(),
    tailwindcss(),
    compressAssets(),
    preloadFont(),
    firstLoad(),
    nameInDevelopment(),
  ],
  // The Content Security Policy allows neither inline scripts nor data: fonts, so nothing is inlined.
  build: { sourcemap: false, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    setupFiles: ['./src/testing/setup.ts'],
    // a limit for a busy machine: what is waited for is a condition
    testTimeout: 15_000,
  },
  // npm run dev: calls go to the server; the page is ours also where the server would send it
  server: {
    proxy: {
      '/api': {
        target: `http://${server}`,
        bypass: ({ url }) => (url === '/api/login' ? '/index.html' : undefined),
      },
      '/objects': `http://${server}`,
      '/ws': { target: `ws://${server}`, ws: true },
    },
  },
}));
