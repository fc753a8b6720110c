// The least that could tell many sockets the same: every text that is posted is sent to all of them; no session, no
// log, no deciding. A process of its own. Arguments: the port.
import Fastify from 'fastify';
import { WebSocketServer } from 'ws';

const [port = '0'] = process.argv.slice(2);
const app = Fastify();
const sockets = new WebSocketServer({ server: app.server, perMessageDeflate: false });
app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
app.post<{ Body: string }>('/send', async ({ body }) => {
  for (const socket of sockets.clients) socket.send(body);
  return { sockets: sockets.clients.size };
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
