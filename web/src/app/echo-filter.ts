import { pendingMutations } from '#web/lib/mutations.ts';

/** More events than the calls of a few seconds cause. */
const IDS_KEPT = 200;
/** How long news waits for calls under way; a slow line must not hold back what others do. */
const WAIT_AT_MOST_MS = 1000;

/** Separates events of this tab's own calls from all others, including the person's other tabs. */
export type EchoFilter = {
  /** The events of a call whose stale queries are refetched. */
  readonly addOwn: (ids: readonly string[]) => void;
  /**
   * Calls `apply` unless the event is an own one. The socket is often faster than the answer that names the ids: while
   * calls are under way, that is decided once they have settled.
   */
  readonly unlessOwn: (id: string, apply: () => void) => void;
  readonly stop: () => void;
};

export function createEchoFilter(): EchoFilter {
  type Event = { readonly id: string; readonly apply: () => void };
  const own = new Set<string>();
  const waiting = new Map<Event, ReturnType<typeof setTimeout>>();

  const decide = (event: Event): void => {
    clearTimeout(waiting.get(event));
    waiting.delete(event);
    if (!own.has(event.id)) event.apply();
  };
  const stopWatching = pendingMutations.subscribe(() => {
    if (pendingMutations.get() === 0) for (const event of [...waiting.keys()]) decide(event);
  });

  return {
    addOwn(ids) {
      for (const id of ids) own.add(id);
      for (const oldest of own) {
        if (own.size <= IDS_KEPT) break;
        own.delete(oldest);
      }
    },
    unlessOwn(id, apply) {
      const event = { id, apply };
      if (pendingMutations.get() === 0 || own.has(id)) decide(event);
      else
        waiting.set(
          event,
          setTimeout(() => decide(event), WAIT_AT_MOST_MS),
        );
    },
    stop() {
      stopWatching();
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
