import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

type IconSet = { icons: Record<string, { body: string } | undefined>; width?: number };

const require = createRequire(import.meta.url);

/**
 * Replaces each icon name in `category-art.json` with the icon as a data URL for `<img>`. The icon set has nine megabytes;
 * only the named icons are bundled.
 */
export function categoryArt(): Plugin {
  return {
    name: 'category-art',
    enforce: 'pre',
    async transform(code, id) {
      if (!id.endsWith('/category-art.json')) return null;
      const file = require.resolve('@iconify-json/fluent-emoji-flat/icons.json');
      const { icons, width = 32 }: IconSet = JSON.parse(await readFile(file, 'utf8'));
      const names: Record<string, string> = JSON.parse(code);
      const drawn = Object.entries(names).map(([category, name]) => {
        const icon = icons[name];
        if (!icon) throw new Error(`category-art.json names "${name}", which the icon set does not have`);
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${width}">${icon.body}</svg>`;
        return [category, `data:image/svg+xml,${encodeURIComponent(svg)}`];
      });
      return { code: JSON.stringify(Object.fromEntries(drawn)), map: null };
    },
  };
}
