import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/**
 * How a connection breaks: at the browser's end, at the server's, or half-open, with both ends left open and no data
 * passing.
 */
export const CUTS = ['browser', 'server', 'half-open'] as const;
export type Cut = (typeof CUTS)[number];

export type LiveRelay = {
  /** The address a browser connects to, as `ws://…/ws`. */
  readonly address: string;
  /** Breaks every open connection. */
  cut(how: Cut): void;
  close(): Promise<void>;
};

type Line = { readonly browser: Socket; readonly server: Socket };

/** A proxy between one browser and a server; `target` returns the server for every connection. */
export async function openRelay(target: () => URL): Promise<LiveRelay> {
  const lines = new Set<Line>();
  const all = new Set<Socket>();
  const relay = createServer((browser) => {
    const { hostname, port } = target();
    const server = connect({ host: hostname, port: Number(port) });
    const line = { browser, server };
    lines.add(line);
    for (const [from, to] of [
      [browser, server],
      [server, browser],
    ] as const) {
      all.add(from);
      from.pipe(to);
      from.on('error', () => from.destroy());
      from.on('close', () => {
        all.delete(from);
        if (lines.delete(line)) to.destroy();
      });
    }
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const at = relay.address();
  return {
    address: `ws://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}/ws`,
    cut(how) {
      for (const line of lines) {
        const { browser, server } = line;
        if (how === 'half-open') {
          lines.delete(line);
          for (const end of [browser, server]) end.unpipe().pause();
        } else line[how].resetAndDestroy();
      }
    },
    async close() {
      relay.close();
      for (const socket of all) socket.destroy();
    },
  };
}
