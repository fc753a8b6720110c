import Fastify, { type FastifyInstance } from 'fastify';
import { setErrorAnswers } from '#server/platform/http-errors.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import { attachLive } from '#server/platform/live-socket.ts';

/**
 * A server with nothing in it but the live line of `hub` and, at /state, what it costs. Who somebody is, is what their
 * cookie says.
 */
export function hostLine(parts: {
  readonly hub: LiveHub;
  readonly port: string;
  /** How many bytes a reader may leave unread. */
  readonly bufferedBytesAtMost: number;
}): FastifyInstance {
  const { hub, port, bufferedBytesAtMost } = parts;
  const app = Fastify({ forceCloseConnections: true });
  setErrorAnswers(app);
  attachLive(app, {
    hub,
    readSession: async ({ cookie }) => (cookie ? { userId: cookie, sessionId: cookie } : null),
    origins: new Set([`http://127.0.0.1:${port}`]),
    connectionsPerAddress: Number.POSITIVE_INFINITY,
    bufferedBytesAtMost,
  });
  app.get('/state', async (_request, reply) => {
    const sockets = await new Promise<number>((resolve) => {
      // the one that asks is none of them
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
