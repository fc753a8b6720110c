import type { Plugin } from 'vite';
import { type CompiledMessage, toPseudoMessage } from './pseudo-language.ts';

/** In `vite build --mode pseudo`: the English catalogues in the pseudo-language. Any other build is without it. */
export function pseudoLanguage(): Plugin {
  return {
    name: 'pseudo-language',
    apply: (_config, { mode }) => mode === 'pseudo',
    // after the catalogue has been compiled
    enforce: 'post',
    transform: {
      filter: { id: /\.po$/ },
      async handler(code) {
        const compiled: { messages: Record<string, CompiledMessage> } = await import(
          `data:text/javascript,${encodeURIComponent(code)}`
        );
        const messages = Object.entries(compiled.messages).map(
          ([id, message]) => [id, toPseudoMessage(message)] as const,
        );
        return {
          code: `export const messages = ${JSON.stringify(Object.fromEntries(messages))}`,
          map: null,
        };
      },
    },
  };
}
