/** One handler of one hook, as a module lists it. */
export type HookHandler = { readonly hook: string };

/**
 * What an earlier feature asks of later ones without importing them. The earlier one declares it in its
 * `<f>.hooks.ts` and calls the handlers; later ones list `hook.handler(fn)` in their module.
 */
export type Hook<Handler extends object> = {
  handler(handle: Handler): HookHandler;
  /** The handlers that the app's modules list: those of later features first. */
  handlersOf(ctx: { readonly hooks: readonly HookHandler[] }): Handler[];
};

/** Declares a hook. `Handler` is a function, or a record such as `{ kind: 'photo', delete: (tx, id) => … }`. */
export function defineHook<Handler extends object>(name: string): Hook<Handler> {
  const handles = new WeakMap<HookHandler, Handler>();
  return {
    handler(handle) {
      const listed = { hook: name };
      handles.set(listed, handle);
      return listed;
    },
    handlersOf: ({ hooks }) => hooks.flatMap((listed) => handles.get(listed) ?? []),
  };
}
