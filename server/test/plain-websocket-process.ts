// The baseline: the least that could send to sockets. POST /send goes to all of them; POST /play sends each text to the
// sockets of the cookies beside it. No decisions, sessions or log; a text for many is encoded once. A process of its
// own. Arguments: the port.
import Fastify from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { callAtRate, sharedNowMs } from '#server/test/call-at-rate.ts';

type Play = {
  readonly perSecond: number;
  /** Texts, and the cookies of the sockets each is for. */
  readonly events: readonly { readonly text: string; readonly to: readonly string[] }[];
};

const [port = '0'] = process.argv.slice(2);
const app = Fastify({ bodyLimit: 64 * 2 ** 20 });
const sockets = new WebSocketServer({ server: app.server, perMessageDeflate: false });
const byCookie = new Map<string, WebSocket>();
sockets.on('connection', (socket, { headers }) => byCookie.set(headers.cookie ?? '', socket));

function cpuMs(): number {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  return (userCPUTime + systemCPUTime) / 1000;
}
function tell(text: string, whom: Iterable<WebSocket | undefined>): void {
  const bytes = Buffer.from(text);
  for (const socket of whom) socket?.send(bytes, { binary: false });
}

app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
app.post<{ Body: string }>('/send', async ({ body }) => {
  tell(body, sockets.clients);
  return { sockets: sockets.clients.size };
});
app.post<{ Body: Play }>('/play', async ({ body: { perSecond, events } }) => {
  const told = events.map(({ text, to }) => ({ text, sockets: to.map((cookie) => byCookie.get(cookie)) }));
  // parsing and lookups are done by now and not part of the measurement
  const cpuBeforeMs = cpuMs();
  const atMs: number[] = [];
  await callAtRate(told.length, perSecond, (nth) => {
    const event = told[nth];
    atMs.push(sharedNowMs());
    if (event) tell(event.text, event.sockets);
  });
  return { atMs, cpuBeforeMs };
});
app.get('/state', async () => ({ cpuMs: cpuMs() }));
console.log(`The bare line is at ${await app.listen({ host: '127.0.0.1', port: Number(port) })}`);
process.on('SIGTERM', () => {
  for (const socket of sockets.clients) socket.terminate();
  void app.close();
});
