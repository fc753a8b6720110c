import { lingui } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { categoryArt } from './category-art-plugin.ts';

const server = `127.0.0.1:${process.env['PORT'] ?? '3000'}`;

export default defineConfig({
  plugins: [
    categoryArt(),
    react(),
    babel({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
    lingui(),
    tailwindcss(),
  ],
  // The Content Security Policy allows neither inline scripts nor data: fonts, so nothing is inlined.
  build: { sourcemap: false, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    setupFiles: ['./src/testing/setup.ts'],
  },
  server: { proxy: { '/api': `http://${server}`, '/ws': { target: `ws://${server}`, ws: true } } },
});
