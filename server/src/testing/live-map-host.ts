// A process with nothing in it but the live line and what listings say on it. What is posted to /play, how many changes
// a second and where, happens at the hub, and the answer says when each did. Arguments: the port.
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { makeHandLog } from '#server/testing/hand-log.ts';
import { hostLine } from '#server/testing/host-line.ts';
import { makeMapLine, tellChange } from '#server/testing/map-line.ts';
import { paced, sharedNowMs } from '#server/testing/paced.ts';

type Play = { readonly perSecond: number; readonly first: number; readonly points: readonly GeoPoint[] };

const [port = '0'] = process.argv.slice(2);
const eventLog = makeHandLog();
const hub = makeMapLine(eventLog);
const app = hostLine({ hub, port, bufferedBytesAtMost: 2 ** 20 });
app.post<{ Body: Play }>('/play', async ({ body: { perSecond, first, points } }) => {
  const atMs: number[] = [];
  await paced(points.length, perSecond, async (nth) => {
    const point = points[nth];
    atMs.push(sharedNowMs());
    if (point) await tellChange(eventLog, first + nth, point);
  });
  return { atMs };
});
await hub.start();
console.log(`The live line is at ${await app.listen({ host: '127.0.0.1', port: Number(port) })}`);
process.on('SIGTERM', () => void app.close());
