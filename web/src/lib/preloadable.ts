import { type ComponentType, createElement, lazy, useState } from 'react';

/**
 * A component that is loaded when it first renders, or ahead of that by `preload`: then it renders together with what
 * is around it, and nothing flickers or moves.
 */
export function preloadable<P extends object>(fetchPart: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null;
  const Later = lazy(async () => ({ default: await fetchPart() }));
  function Part(props: P) {
    // The same one from then on: another one would remount.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Later);
    return createElement(Shown, props);
  }
  return {
    Part,
    preload: async (): Promise<void> => {
      loaded = await fetchPart();
    },
  };
}
