import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ALIVE_INTERVAL_MS } from '@openlarder/domain/live/live-protocol.ts';
import { AppError, notFound, signedOut } from '@openlarder/domain/kernel/app-error.ts';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { LiveHub } from './live-hub.ts';
import type { SocketTransport } from './live-hub-connection.ts';
import { isOwnWrite } from '../http/same-origin.ts';
import type { SessionReader } from '../http/caller.ts';
import { rateLimitKeyOf } from '../http/rate-limits.ts';

const LIVE_PATH = '/ws';
const MAX_FRAME_BYTES = 64 * 1024;
/** The buffered bytes at which a slow reader is dropped; it asks what it has missed. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** How long the client may take to answer a close. */
const CLOSE_WITHIN_MS = 1000;
/** Of an address: a carrier, a school or an unnamed proxy has hundreds of people behind one. A person has twenty. */
const CONNECTIONS_PER_ADDRESS = 1000;
const UNSUPPORTED_DATA = 1003;

export type LiveSocketOptions = {
  readonly hub: LiveHub;
  readonly readSession: SessionReader;
  /** Our own origins. */
  readonly origins: ReadonlySet<string>;
  /** Counts an attempt by a network address; throws if there were too many. */
  readonly spendAttempt?: (address: string) => Promise<void>;
  /** 1000 by default; Infinity for no limit. */
  readonly connectionsPerAddress?: number;
  /** 1 MB by default; Infinity for no limit. */
  readonly bufferedBytesAtMost?: number;
  /** Shortens the wait in tests. */
  readonly pingEveryMs?: number;
};

/**
 * Serves the socket at `/ws`. Upgrades go through the app's own route, so that they are checked and logged
 * like requests and know the client's address behind a proxy. To be called before the app is ready; the hub
 * stops when the app closes.
 */
export function attachLiveSocket(app: FastifyInstance, parts: LiveSocketOptions): void {
  const { hub, readSession, origins } = parts;
  const { connectionsPerAddress = CONNECTIONS_PER_ADDRESS, pingEveryMs = ALIVE_INTERVAL_MS } = parts;
  const { bufferedBytesAtMost = MAX_BUFFERED_BYTES } = parts;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    // automatic pongs would pile up for a client that only sends
    autoPong: false,
  });
  const upgrades = new WeakMap<IncomingMessage, { socket: Socket; head: Buffer; response: ServerResponse }>();
  const perAddress = new Map<string, number>();

  app.server.on('upgrade', (request, socket, head) => {
    if (!(socket instanceof Socket)) {
      socket.destroy();
      return;
    }
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    // refused; a client that does not hang up is disconnected
    response.on('finish', () => {
      socket.end();
      setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS).unref();
    });
    socket.on('error', () => socket.destroy());
    upgrades.set(request, { socket, head, response });
    app.routing(request, response);
  });

  // upgrades of other paths
  app.addHook('onRequest', async (request) => {
    if (upgrades.has(request.raw) && request.routeOptions.url !== LIVE_PATH) throw notFound();
  });

  app.get(LIVE_PATH, async (request, reply) => {
    const upgrade = upgrades.get(request.raw);
    if (!upgrade) throw new AppError(400, 'not-a-socket');
    const { headers } = request;
    if (!isOwnWrite(headers, origins)) throw new AppError(403, 'foreign-origin');
    const ip = rateLimitKeyOf(request.ip);
    if ((perAddress.get(ip) ?? 0) >= connectionsPerAddress)
      throw new AppError(429, 'too-many', { retryAfterSeconds: 30 });
    const leave = enter(ip);
    upgrade.socket.once('close', leave);
    await parts.spendAttempt?.(request.ip);
    const caller = await readSession(headers);
    if (!caller) throw signedOut();
    reply.hijack();
    upgrade.response.detachSocket(upgrade.socket);
    sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
      serve(socket, (end) => hub.connect(end, caller));
    });
  });

  function enter(address: string): () => void {
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
    return () => {
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
    };
  }

  function serve(socket: WebSocket, connect: (end: SocketTransport) => ReturnType<LiveHub['connect']>): void {
    const isTooSlow = (): boolean => socket.bufferedAmount > bufferedBytesAtMost;
    const connection = connect({
      send(text) {
        if (isTooSlow()) socket.terminate();
        else if (socket.readyState === socket.OPEN) socket.send(text, { binary: false });
      },
      close(code, reason) {
        socket.close(code, reason);
        setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref();
      },
    });
    let isAnswering = true;
    const ping = setInterval(() => {
      if (!isAnswering) {
        socket.terminate();
        return;
      }
      isAnswering = false;
      socket.ping();
      // browsers hide pings from their pages
      connection.heartbeat();
    }, pingEveryMs);
    socket.on('pong', () => {
      isAnswering = true;
    });
    socket.on('ping', (data: Buffer) => {
      if (isTooSlow()) socket.terminate();
      else if (connection.mayPing()) socket.pong(data);
    });
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) socket.close(UNSUPPORTED_DATA, 'text only');
      else connection.receive(data.toString('utf8'));
    });
    // an oversized or malformed frame ends its own socket, with the code of ws
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(ping);
      connection.disconnected();
    });
  }

  app.addHook('preClose', () => hub.stop());
}
