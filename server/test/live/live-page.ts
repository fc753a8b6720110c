import { serverMessageSchema } from '@openlarder/domain/live/live-schemas.ts';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';

const OPENED_WITHIN_MS = 7500;
/** A connection that does not answer this many times is dead. */
const DEAD_AFTER_SILENCES = 5;
const ROW_NAMED_MS = 10_000;
const WORLD = { north: 90, south: -90, west: -180, east: 180 };

/** The topic of the map: who looks at it hears of it by the messages of the map, and is not asked about by `since`. */
export const ON_MAP = 'listings';

export type LivePage = {
  /** What the page shows of a topic; null until it has been fetched. */
  shown(topic: string): number | null;
  connections(): number;
  stop(): void;
};

/**
 * A page as the web app keeps it: fetches the topics that its socket says have changed, one GET of a topic at a time,
 * reconnects quickly whenever its connection breaks, and asks from its position what has changed meanwhile, also on the
 * map. It adopts a position once everything named before is fetched; `adoptsEarly` is the mutant that does not wait. Only
 * the map is fetched again by itself after a GET that failed.
 */
export function startLivePage(parts: {
  readonly address: () => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly topics: readonly string[];
  /** How long to wait before reconnecting, in milliseconds. */
  readonly delayMs: () => number;
  /** With the row that the page has last heard of, if lately. */
  readonly get: (topic: string, row: string | null) => Promise<number>;
  readonly adoptsEarly?: boolean;
  /** How often it asks, in place of `alive`, which comes every 25 s. */
  readonly askEveryMs: number;
}): LivePage {
  const shown = new Map<string, number>();
  /** Topics that have changed since their last successful GET began. */
  const stale = new Set<string>();
  const fetching = new Set<string>();
  let position: string | null = null;
  /** The newest position that it was told; adopted once everything named before it is fetched. */
  let told: string | null = null;
  let heard: { readonly row: string; readonly atMs: number } | null = null;
  let connections = 0;
  let socket: WebSocket | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function refetch(topic: string): Promise<void> {
    stale.add(topic);
    if (fetching.has(topic)) return;
    fetching.add(topic);
    try {
      let isWanted = true;
      while (isWanted) {
        stale.delete(topic);
        try {
          const isRecent = heard !== null && performance.now() - heard.atMs < ROW_NAMED_MS;
          shown.set(topic, await parts.get(topic, heard && isRecent ? heard.row : null));
        } catch {
          stale.add(topic);
          break;
        }
        isWanted = stale.has(topic);
      }
    } finally {
      fetching.delete(topic);
    }
  }

  function comeBack(): void {
    clearTimeout(timer);
    socket?.removeAllListeners().on('error', () => {});
    socket?.terminate();
    socket = null;
    if (!isStopped) timer = setTimeout(open, parts.delayMs());
  }

  function hear(text: string): void {
    clearTimeout(timer);
    timer = setTimeout(comeBack, DEAD_AFTER_SILENCES * parts.askEveryMs);
    const message = z.parse(serverMessageSchema, JSON.parse(text));
    adopt();
    if (message.type === 'hello') {
      connections++;
      const watch = { type: 'subscribe_heat_map_updates', bounds: WORLD };
      socket?.send(JSON.stringify(position === null ? watch : { ...watch, position }));
      socket?.send(JSON.stringify({ type: 'since', position }));
    }
    if ('row' in message && message.row !== undefined) heard = { row: message.row, atMs: performance.now() };
    if (message.type === 'changed')
      for (const topic of message.topics) if (parts.topics.includes(topic)) void refetch(topic);
    if (message.type === 'new_food_listing' || message.type === 'heat_map_update') void refetch(ON_MAP);
    if ('position' in message && stale.has(ON_MAP)) void refetch(ON_MAP);
    if ('position' in message && message.position !== undefined) told = message.position;
    adopt();
  }

  function adopt(): void {
    if (parts.adoptsEarly === true || (stale.size === 0 && fetching.size === 0)) position = told;
  }

  const asking = setInterval(() => {
    adopt();
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'since', position }));
  }, parts.askEveryMs);

  function open(): void {
    socket = new WebSocket(parts.address(), { headers: parts.headers, perMessageDeflate: false });
    socket.on('message', (data: Buffer) => hear(data.toString('utf8')));
    socket.on('error', () => {});
    socket.on('close', comeBack);
    timer = setTimeout(comeBack, OPENED_WITHIN_MS);
  }

  open();
  return {
    shown: (topic) => shown.get(topic) ?? null,
    connections: () => connections,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(asking);
      socket?.terminate();
    },
  };
}
