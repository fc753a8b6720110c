// A process with nothing in it but the live line, so that its memory is the line's own. Hints in the log are told to
// everybody; who somebody is, is what their cookie says. Arguments: the port, the database's address, and how many
// bytes a reader may leave unread.
import { clientMessageSchema } from '@openlarder/domain/live/live-protocol.ts';
import { openPool } from '#server/platform/database.ts';
import { makeEventLog } from '#server/platform/event-log.ts';
import { makeLiveHub } from '#server/platform/live-hub.ts';
import { hostLine } from '#server/testing/host-line.ts';
import { handlers, hints } from '#server/testing/live-hints.ts';

const [port = '0', databaseUrl = '', bufferedBytesAtMost = ''] = process.argv.slice(2);
const log = { warn: console.error, error: console.error };
const pool = openPool({ connectionString: databaseUrl });
const hub = makeLiveHub({
  eventLog: makeEventLog({ pool, log }),
  topics: [hints],
  frames: { schema: clientMessageSchema, handlers },
  findEndedSessions: async () => [],
  log,
});
const app = hostLine({ hub, port, bufferedBytesAtMost: Number(bufferedBytesAtMost) });
await hub.start();
console.log(`The live line is at ${await app.listen({ host: '127.0.0.1', port: Number(port) })}`);
process.on('SIGTERM', () => void app.close().then(() => pool.end()));
