import type { PluginAPI, PluginObject } from '@babel/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import babel from '@rolldown/plugin-babel';
import { toPseudo } from './pseudolocale.ts';

/**
 * Compiles the English message that lingui's macro leaves beside each id: English needs no catalog, and the browser no
 * parser of messages.
 */
const compileMessages =
  (mapText?: (text: string) => string) =>
  ({ types: t }: PluginAPI): PluginObject => ({
    visitor: {
      ObjectExpression({ node }) {
        if (!node.leadingComments?.some(({ value }) => value.trim() === '* i18n')) return;
        for (const property of node.properties)
          if (
            t.isObjectProperty(property) &&
            t.isIdentifier(property.key, { name: 'message' }) &&
            t.isStringLiteral(property.value)
          )
            property.value = t.valueToNode(compileMessage(property.value.value, mapText));
      },
    },
  });

/**
 * Each text with its English message; in `vite build --mode pseudo` that is in the pseudolocale. Babel reads the files
 * with a macro alone, a third of all.
 */
export const messages = (mode: string) =>
  babel({
    presets: [
      {
        preset: () => ({
          plugins: [
            ['@lingui/babel-plugin-lingui-macro', { descriptorFields: 'message' }],
            compileMessages(mode === 'pseudo' ? toPseudo : undefined),
          ],
        }),
        rolldown: { filter: { code: /@lingui\/\w+\/macro/ } },
      },
    ],
  });
