import Fastify, { type FastifyInstance } from 'fastify';
import { setErrorReplies } from '#server/platform/http/http-errors.ts';
import type { LiveHub } from '#server/platform/live/live-hub.ts';
import { attachLiveSocket } from '#server/platform/live/live-socket.ts';

/** A server with only the live socket of `hub` and, at /state, its resource use. The cookie is the user id. */
export function makeLiveServer(parts: {
  readonly hub: LiveHub;
  readonly port: string;
  /** How many bytes a reader may leave unread. */
  readonly bufferedBytesAtMost: number;
}): FastifyInstance {
  const { hub, port, bufferedBytesAtMost } = parts;
  const app = Fastify({ forceCloseConnections: true });
  setErrorReplies(app);
  attachLiveSocket(app, {
    hub,
    readSession: async ({ cookie }) => (cookie ? { userId: cookie, sessionId: cookie } : null),
    origins: new Set([`http://127.0.0.1:${port}`]),
    connectionsPerAddress: Number.POSITIVE_INFINITY,
    bufferedBytesAtMost,
  });
  app.get('/state', async (_request, reply) => {
    const sockets = await new Promise<number>((resolve) => {
      // without the connection of this request
      app.server.getConnections((_error, count) => resolve(count - 1));
    });
    const { rss } = process.memoryUsage();
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    void reply.header('connection', 'close');
    return {
      sockets,
      rssMb: rss / 2 ** 20,
      peakRssMb: process.resourceUsage().maxRSS / 2 ** 10,
      cpuMs: (userCPUTime + systemCPUTime) / 1000,
    };
  });
  return app;
}
