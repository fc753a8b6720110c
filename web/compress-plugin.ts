import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Images and fonts are compressed already. */
const COMPRESSIBLE = /\.(js|css|svg|geojson)$/;
const MIN_BYTES = 1024;

/**
 * Writes a `.br` and a `.gz` file next to each text file of the build, so that the server does not compress them per
 * request.
 */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const files = await readdir(dir, { recursive: true });
      for (const file of files.filter((name) => COMPRESSIBLE.test(name))) {
        const at = path.join(dir, file);
        const bytes = await readFile(at);
        if (bytes.length < MIN_BYTES) continue;
        await Promise.all([
          promisify(brotliCompress)(bytes).then((packed) => writeFile(`${at}.br`, packed)),
          promisify(gzip)(bytes, { level: 9 }).then((packed) => writeFile(`${at}.gz`, packed)),
        ]);
      }
    },
  };
}
