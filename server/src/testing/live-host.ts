// A process with nothing in it but the live line, so that its memory is the line's own. Hints in the log are told to
// everybody; who somebody is, is what their cookie says. Arguments: the port, the database's address, and how many
// bytes a reader may leave unread.
import { clientMessageSchema } from '@openlarder/domain/live/live-protocol.ts';
import Fastify from 'fastify';
import { openPool } from '#server/platform/database.ts';
import { makeEventLog } from '#server/platform/event-log.ts';
import { setErrorAnswers } from '#server/platform/http-errors.ts';
import { makeLiveHub } from '#server/platform/live-hub.ts';
import { attachLive } from '#server/platform/live-socket.ts';
import { handlers, hints } from '#server/testing/live-hints.ts';

const [port = '0', databaseUrl = '', bufferedBytesAtMost = ''] = process.argv.slice(2);
const origin = `http://127.0.0.1:${port}`;
const log = { warn: console.error, error: console.error };
const pool = openPool({ connectionString: databaseUrl });
const hub = makeLiveHub({
  eventLog: makeEventLog({ pool, log }),
  topics: [hints],
  frames: { schema: clientMessageSchema, handlers },
  findEndedSessions: async () => [],
  log,
});
const app = Fastify({ forceCloseConnections: true });
setErrorAnswers(app);
attachLive(app, {
  hub,
  readSession: async ({ cookie }) => (cookie ? { userId: cookie, sessionId: cookie } : null),
  origins: new Set([origin]),
  connectionsPerAddress: Number.POSITIVE_INFINITY,
  bufferedBytesAtMost: Number(bufferedBytesAtMost),
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
await hub.start();
console.log(`The live line is at ${await app.listen({ host: '127.0.0.1', port: Number(port) })}`);
process.on('SIGTERM', () => void app.close().then(() => pool.end()));
