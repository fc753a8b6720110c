import { builtinEnvironments } from 'vitest/runtime';
import { installFastComputedStyle } from './fast-computed-style.ts';

/** Node's implementations are faster than happy-dom's and do not log responses. */
const OF_NODE = ['fetch', 'Request', 'Response', 'Headers', 'AbortController', 'AbortSignal'] as const;

/** happy-dom with Node's `fetch`, which api.ts replaces by a fake. */
export default {
  ...builtinEnvironments['happy-dom'],
  name: 'page',
  async setup(global: typeof globalThis, options: Record<string, unknown>) {
    const kept = OF_NODE.map((name) => [name, Object.getOwnPropertyDescriptor(global, name)] as const);
    const environment = await builtinEnvironments['happy-dom'].setup(global, options);
    for (const [name, descriptor] of kept) if (descriptor) Object.defineProperty(global, name, descriptor);
    installFastComputedStyle(global.window);
    return environment;
  },
};
