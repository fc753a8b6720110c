import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextPoll, setTimeout as sleep } from 'node:timers/promises';
import type { ToWorker } from './messages.ts';

/** A connection that no worker has taken by then is closed: all have died, and none comes back. */
const TAKEN_WITHIN_MS = 30_000;
/** Who has asked waits for the answer, and calls no more meanwhile. */
const QUIET_MS = 50;
/** Others may come all the time. */
const QUIET_WITHIN_MS = 1000;
const EMPTY_WITHIN_MS = 2000;
const LOOK_MS = 10;

type Taker = Pick<Worker, 'send'>;

/**
 * Gives each connection to the worker that has been free the longest, as Node's cluster does, which would close those that
 * still wait when the last worker stops listening.
 */
export type Dispatcher = {
  /** Listens from now on. Throws the system's error where it cannot. */
  listen(address: { readonly host: string; readonly port: number }): Promise<void>;
  /** From now on this worker is given connections. */
  add(worker: Taker): void;
  /** From now on it is given none. What it is told afterwards it hears after the connections that it was given. */
  remove(worker: Taker): void;
  /** It has taken what it was given last. */
  taken(worker: Taker): void;
  /** Takes no connections any more; resolves when each has been given to a worker. */
  close(): Promise<void>;
};

export function makeDispatcher(): Dispatcher {
  const takers = new Set<Taker>();
  /** Of the takers, in the order in which they are given connections. */
  const free = new Set<Taker>();
  const waiting = new Set<Socket>();
  let server: Server | null = null;
  let accepted = 0;
  let isHolding = false;

  function give(): void {
    if (isHolding) return;
    for (const socket of waiting) {
      const [worker] = free;
      if (!worker) return;
      free.delete(worker);
      waiting.delete(socket);
      const message: ToWorker = { type: 'connection' };
      worker.send(message, socket, undefined, (error) => {
        if (!error) return;
        // it has died; another takes the connection, unless it has gone with it
        takers.delete(worker);
        free.delete(worker);
        if (socket.destroyed) return;
        waiting.add(socket);
        give();
      });
    }
  }

  return {
    async listen({ host, port }) {
      server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
        accepted++;
        socket.on('error', () => {});
        socket.once('close', () => waiting.delete(socket));
        socket.setTimeout(TAKEN_WITHIN_MS, () => socket.destroy());
        waiting.add(socket);
        give();
      });
      server.listen(port, host);
      await once(server, 'listening');
      // a connection that the system could not hand over; the next may come
      server.on('error', () => {});
    },
    add(worker) {
      takers.add(worker);
      free.add(worker);
      give();
    },
    remove(worker) {
      takers.delete(worker);
      free.delete(worker);
    },
    taken(worker) {
      if (takers.has(worker)) free.add(worker);
      give();
    },
    async close() {
      // the system closes what has connected and was not accepted yet, and Node accepts one a turn of its loop. Answered
      // meanwhile, those who go on calling would connect again and again.
      isHolding = true;
      const startedMs = performance.now();
      let before: number;
      do {
        before = accepted;
        await sleep(QUIET_MS);
      } while (accepted !== before && performance.now() - startedMs < QUIET_WITHIN_MS);
      const untilMs = startedMs + EMPTY_WITHIN_MS;
      for (let quiet = 0; quiet < 2 && performance.now() < untilMs; before = accepted) {
        await nextPoll();
        quiet = accepted === before ? quiet + 1 : 0;
      }
      server?.close();
      isHolding = false;
      give();
      while (waiting.size > 0 && takers.size > 0) await sleep(LOOK_MS);
      for (const socket of waiting) socket.destroy();
    },
  };
}
