import { setTimeout as sleep } from 'node:timers/promises';
import { boundsSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import { type ClientOptions, WebSocket } from 'ws';
import * as z from 'zod/mini';

const receivedSchema = z.object({
  type: z.string(),
  row: z.optional(z.string()),
  socket: z.optional(z.string()),
  topics: z.optional(z.array(z.string())),
  position: z.optional(z.string()),
  data: z.optional(z.record(z.string(), z.unknown())),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  bounds: z.optional(boundsSchema),
});
export type ReceivedMessage = z.output<typeof receivedSchema>;

export type LiveClient = {
  /** All messages received so far. */
  readonly received: ReceivedMessage[];
  readonly socket: WebSocket;
  send(frame: unknown): void;
  /** Waits for the first message that `matches`, including those already received. */
  waitFor(matches: (message: ReceivedMessage) => boolean, withinMs?: number): Promise<ReceivedMessage>;
  /** The code the socket was closed with. */
  readonly closed: Promise<number>;
  leave(): Promise<void>;
};

/** The client end of a live socket; resolves at its hello. */
export async function openLive(
  address: string,
  headers: Readonly<Record<string, string>>,
  options: ClientOptions = {},
): Promise<LiveClient> {
  const socket = new WebSocket(address, { ...options, headers });
  const received: ReceivedMessage[] = [];
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('message', (data: Buffer) =>
    received.push(z.parse(receivedSchema, JSON.parse(data.toString('utf8')))),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => {});
  const client: LiveClient = {
    received,
    socket,
    closed,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    async waitFor(matches, withinMs = 30_000) {
      for (const endMs = performance.now() + withinMs; performance.now() < endMs; await sleep(5)) {
        const found = received.find(matches);
        if (found) return found;
      }
      throw new Error(
        `not received within ${withinMs} ms; received last ${JSON.stringify(received.slice(-5))}`,
      );
    },
    async leave() {
      socket.terminate();
      await closed;
    },
  };
  await client.waitFor(({ type }) => type === 'hello');
  return client;
}

/** The status an upgrade is refused with. */
export async function refusedUpgrade(
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const socket = new WebSocket(address, { headers });
  return new Promise((resolve, reject) => {
    socket.on('error', () => {});
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    socket.once('open', () => {
      socket.terminate();
      reject(new Error('the upgrade was not refused'));
    });
  });
}
