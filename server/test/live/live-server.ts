import Fastify, { type FastifyInstance } from 'fastify';
import { setErrorReplies } from '#server/platform/http/http-errors.ts';
import type { LiveHub } from '#server/platform/live/live-hub.ts';
import { attachLiveSocket } from '#server/platform/live/live-socket.ts';

/** A server with only the live socket of `hub` and, at /state, its processor time. The cookie is the user id. */
export function makeLiveServer(hub: LiveHub, port: string): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  setErrorReplies(app);
  attachLiveSocket(app, {
    hub,
    readSession: async ({ cookie }) => (cookie ? { userId: cookie, sessionId: cookie } : null),
    origins: new Set([`http://127.0.0.1:${port}`]),
    connectionsPerAddress: Number.POSITIVE_INFINITY,
  });
  app.get('/state', async () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    return { cpuMs: (userCPUTime + systemCPUTime) / 1000 };
  });
  return app;
}
