import type { Plugin } from 'vite';
import { type CompiledMessage, toPseudoMessage } from './pseudolocale.ts';

/** In `vite build --mode pseudo`: the English catalog of errors in the pseudolocale, as `messages` has all other texts. Any other build is without it. */
export function pseudolocale(): Plugin {
  return {
    name: 'pseudolocale',
    apply: (_config, { mode }) => mode === 'pseudo',
    // after the catalog has been compiled
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
