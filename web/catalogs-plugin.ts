import { readFileSync } from 'node:fs';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { parsePo } from 'pofile-ts';
import type { Plugin } from 'vite';
import { toPseudo } from './pseudolocale.ts';

/** Where the texts of each part of a catalog stand. The rest of the catalog is the server's. */
const FOLDERS: Readonly<Record<string, string>> = { texts: 'web/', errors: 'domain/' };
/** Of a text in a table, whose id is not made of its English. */
const EXPLICIT_ID = 'js-lingui-explicit-id';

/**
 * `locales/es.po?texts` are the compiled translations of the web app, `locales/es.po?errors` those of errors; in
 * `vite build --mode pseudo` they are in the pseudolocale.
 */
export function catalogs(mode: string): Plugin {
  return {
    name: 'catalogs',
    load: {
      filter: { id: /\.po\?\w+$/ },
      handler(id) {
        const [file = '', part = ''] = id.split('?');
        this.addWatchFile(file);
        const messages = parsePo(readFileSync(file, 'utf8')).items.flatMap(
          ({ msgid, msgctxt, msgstr: [text], references, extractedComments }) =>
            text && references.some((origin) => origin.startsWith(FOLDERS[part] ?? part))
              ? [
                  [
                    extractedComments.includes(EXPLICIT_ID) ? msgid : generateMessageId(msgid, msgctxt ?? ''),
                    compileMessage(text, mode === 'pseudo' ? toPseudo : undefined),
                  ],
                ]
              : [],
        );
        const json = JSON.stringify(Object.fromEntries(messages));
        return { code: `export default JSON.parse(${JSON.stringify(json)})`, moduleType: 'js' };
      },
    },
  };
}
