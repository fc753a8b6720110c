// A process with only the live socket in it, so that its memory is the socket's own. Hints in the log go to everyone;
// the cookie is the user id. Arguments: the port and the database URL.
import { clientMessageSchema } from '@openlarder/domain/live/live-schemas.ts';
import { openPool } from '#server/platform/postgres/database.ts';
import { makeEventLog } from '#server/platform/events/event-log.ts';
import { makeLiveHub } from '#server/platform/live/live-hub.ts';
import { makeLiveServer } from '#server/test/live/live-server.ts';
import { handlers, hints } from '#server/test/live/live-hints.ts';

const [port = '0', databaseUrl = ''] = process.argv.slice(2);
const log = { warn: console.error, error: console.error };
const pool = openPool({ connectionString: databaseUrl });
const hub = makeLiveHub({
  eventLog: makeEventLog({ pool, log }),
  secret: 'a secret of the tests',
  messages: [hints],
  frames: { schema: clientMessageSchema, handlers },
  findEndedSessions: async () => [],
  socketsPerPerson: Number.POSITIVE_INFINITY,
  log,
});
const app = makeLiveServer(hub, port);
await hub.start();
console.log(`The live line is at ${await app.listen({ host: '127.0.0.1', port: Number(port) })}`);
process.on('SIGTERM', () => void app.close().then(() => pool.end()));
