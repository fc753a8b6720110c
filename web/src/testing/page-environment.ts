import { builtinEnvironments } from 'vitest/runtime';
import { quickenStyles } from './quick-styles.ts';

/** Node's own, which are quicker than the page's stand-ins for them and print nothing of what was answered. */
const OF_NODE = ['fetch', 'Request', 'Response', 'Headers', 'AbortController', 'AbortSignal'] as const;

/** A page by happy-dom, whose calls go through Node's `fetch`, for which api.ts stands in. */
export default {
  ...builtinEnvironments['happy-dom'],
  name: 'page',
  async setup(global: typeof globalThis, options: Record<string, unknown>) {
    const kept = OF_NODE.map((name) => [name, Object.getOwnPropertyDescriptor(global, name)] as const);
    const environment = await builtinEnvironments['happy-dom'].setup(global, options);
    for (const [name, descriptor] of kept) if (descriptor) Object.defineProperty(global, name, descriptor);
    quickenStyles(global.window);
    return environment;
  },
};
