// The least that could tell each of some texts to certain sockets: whose it is stands in what is posted to /play, so
// that nothing is decided; no session, no log. A process of its own. Arguments: the port.
import Fastify from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { paced, sharedNowMs } from '#server/testing/paced.ts';

type Play = {
  readonly perSecond: number;
  /** Texts, and the cookies of the sockets that each is for. */
  readonly events: readonly { readonly text: string; readonly to: readonly string[] }[];
};

const [port = '0'] = process.argv.slice(2);
const app = Fastify({ bodyLimit: 64 * 2 ** 20 });
const sockets = new WebSocketServer({ server: app.server, perMessageDeflate: false });
const byCookie = new Map<string, WebSocket>();
sockets.on('connection', (socket, { headers }) => byCookie.set(headers.cookie ?? '', socket));
app.post<{ Body: Play }>('/play', async ({ body: { perSecond, events } }) => {
  const told = events.map(({ text, to }) => ({ text, sockets: to.map((cookie) => byCookie.get(cookie)) }));
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const atMs: number[] = [];
  await paced(told.length, perSecond, (nth) => {
    const event = told[nth];
    atMs.push(sharedNowMs());
    for (const socket of event?.sockets ?? []) socket?.send(event?.text ?? '');
  });
  // what was posted has been read and looked up by then: it is no part of the telling
  return { atMs, cpuBeforeMs: (userCPUTime + systemCPUTime) / 1000 };
});
app.get('/state', async () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  return { cpuMs: (userCPUTime + systemCPUTime) / 1000 };
});
console.log(`The bare line is at ${await app.listen({ host: '127.0.0.1', port: Number(port) })}`);
process.on('SIGTERM', () => {
  for (const socket of sockets.clients) socket.terminate();
  void app.close();
});
