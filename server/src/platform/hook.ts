/** The handlers of every hook, gathered from the modules when the app opens; the key is the hook. */
export type HookRegistry = ReadonlyMap<object, readonly unknown[]>;

/** One handler of one hook, as a module lists it. */
export type HookHandler = { readonly hook: object; readonly handle: unknown };

/**
 * What an earlier feature asks of later ones without importing them. The earlier one declares it in its
 * `<f>.hooks.ts` and calls the handlers; later ones list `hook.handler(fn)` in their module.
 */
export type Hook<Handler> = {
  readonly name: string;
  handler(handle: Handler): HookHandler;
  /** The handlers in the order of the registry: those of later features come first. */
  handlersOf(ctx: { readonly hooks: HookRegistry }): readonly Handler[];
};

/** Declares a hook. `Handler` is a function, or a record such as `{ type: 'photo', delete: (tx, id) => … }`. */
export function defineHook<Handler>(name: string): Hook<Handler> {
  const hook: Hook<Handler> = {
    name,
    handler: (handle) => ({ hook, handle }),
    // only `handler` makes entries under this hook, so their type is known
    handlersOf: ({ hooks }) => (hooks.get(hook) ?? []) as readonly Handler[],
  };
  return hook;
}

/** Groups handlers by their hook; the handlers of one hook keep their order. */
export function makeHookRegistry(handlers: readonly HookHandler[]): HookRegistry {
  const registry = new Map<object, unknown[]>();
  for (const { hook, handle } of handlers) registry.set(hook, [...(registry.get(hook) ?? []), handle]);
  return registry;
}
