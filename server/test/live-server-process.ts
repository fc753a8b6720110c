// A process with only the live socket in it, so that its memory is the socket's own; the cookie is the user id. Arguments:
// the port, and the database URL: hints in its log go to everyone. Without one, POST /play sends changes of listings at a
// rate and at points, and its response has the time of each; GET /state has the processor time.
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import Fastify from 'fastify';
import { openPool } from '#server/platform/postgres/database.ts';
import { makeEventLog } from '#server/platform/events/event-log.ts';
import { setErrorReplies } from '#server/platform/http/http-errors.ts';
import { attachLiveSocket } from '#server/platform/live/live-socket.ts';
import { callAtRate, sharedNowMs } from '#server/test/call-at-rate.ts';
import { makeManualEventLog } from '#server/test/live/manual-event-log.ts';
import { makeMapLiveHub, publishListingChange } from '#server/test/live/map-live-hub.ts';

type Play = { readonly perSecond: number; readonly first: number; readonly points: readonly GeoPoint[] };

const [port = '0', databaseUrl] = process.argv.slice(2);
const pool = databaseUrl ? openPool({ connectionString: databaseUrl }) : null;
const manual = makeManualEventLog();
const hub = makeMapLiveHub(pool ? makeEventLog({ pool, log: { warn: console.error } }) : manual);
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
app.post<{ Body: Play }>('/play', async ({ body: { perSecond, first, points } }) => {
  const atMs: number[] = [];
  await callAtRate(points.length, perSecond, async (nth) => {
    const point = points[nth];
    atMs.push(sharedNowMs());
    if (point) await publishListingChange(manual, first + nth, point);
  });
  return { atMs };
});
await hub.start();
console.log(`The live line is at ${await app.listen({ host: '127.0.0.1', port: Number(port) })}`);
process.on('SIGTERM', () => void app.close().then(() => pool?.end()));
