// A process with only the live socket and the topics of listings. POST /play sends changes at a rate and at points, and
// its response has the time of each. Arguments: the port.
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { makeManualEventLog } from '#server/test/live/manual-event-log.ts';
import { makeLiveServer } from '#server/test/live/live-server.ts';
import { makeMapLiveHub, publishListingChange } from '#server/test/live/map-live-hub.ts';
import { callAtRate, sharedNowMs } from '#server/test/call-at-rate.ts';

type Play = { readonly perSecond: number; readonly first: number; readonly points: readonly GeoPoint[] };

const [port = '0'] = process.argv.slice(2);
const eventLog = makeManualEventLog();
const hub = makeMapLiveHub(eventLog);
const app = makeLiveServer(hub, port);
app.post<{ Body: Play }>('/play', async ({ body: { perSecond, first, points } }) => {
  const atMs: number[] = [];
  await callAtRate(points.length, perSecond, async (nth) => {
    const point = points[nth];
    atMs.push(sharedNowMs());
    if (point) await publishListingChange(eventLog, first + nth, point);
  });
  return { atMs };
});
await hub.start();
console.log(`The live line is at ${await app.listen({ host: '127.0.0.1', port: Number(port) })}`);
process.on('SIGTERM', () => void app.close());
