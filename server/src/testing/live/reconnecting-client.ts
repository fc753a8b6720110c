import { WebSocket } from 'ws';
import * as z from 'zod/mini';

const saidSchema = z.object({
  type: z.string(),
  id: z.optional(z.string()),
  data: z.optional(z.unknown()),
});

/** A busy connection that is silent for this long is dead. */
const DEAD_AFTER_SILENCE_MS = 700;

export type ReconnectingClient = {
  /** The ids of the events received, in order. */
  readonly heard: string[];
  /** How often it was told to refetch everything, and how often it connected. */
  readonly counts: { resyncs: number; connections: number };
  /** Waits until the event has been received. */
  waitFor(id: string, withinMs: number): Promise<void>;
  stop(): void;
};

/**
 * A client that reconnects quickly whenever its connection breaks, and resumes from the last event it received, as the
 * web app does; it does not filter duplicates.
 */
export function startReconnectingClient(parts: {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How long to wait before reconnecting, in milliseconds. */
  readonly delayMs: () => number;
}): ReconnectingClient {
  const heard: string[] = [];
  const counts = { resyncs: 0, connections: 0 };
  let lastEventId: string | null = null;
  let socket: WebSocket | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function comeBack(): void {
    clearTimeout(timer);
    socket?.removeAllListeners().on('error', () => {});
    socket = null;
    if (!isStopped) timer = setTimeout(open, parts.delayMs());
  }

  function hear(text: string): void {
    clearTimeout(timer);
    timer = setTimeout(comeBack, DEAD_AFTER_SILENCE_MS);
    const { type, id = null, data } = z.parse(saidSchema, JSON.parse(text));
    if (type === 'hello') {
      counts.connections++;
      socket?.send(JSON.stringify({ type: 'resume', lastEventId }));
      lastEventId ??= id;
      return;
    }
    if (type === 'resync') counts.resyncs++;
    lastEventId = id;
    if (data && id) heard.push(id);
  }

  function open(): void {
    socket = new WebSocket(parts.address, { headers: parts.headers, perMessageDeflate: false });
    socket.on('message', (data: Buffer) => hear(data.toString('utf8')));
    socket.on('error', () => {});
    socket.on('close', comeBack);
    timer = setTimeout(comeBack, 5 * DEAD_AFTER_SILENCE_MS);
  }

  open();
  return {
    heard,
    counts,
    async waitFor(id, withinMs) {
      for (const endMs = performance.now() + withinMs; !heard.includes(id); ) {
        if (performance.now() > endMs) throw new Error(`${id} was not heard within ${withinMs} ms`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      socket?.terminate();
    },
  };
}
