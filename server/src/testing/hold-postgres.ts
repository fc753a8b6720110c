// A program for fault tests, to be killed: holds a PostgreSQL on the data folder it is given and says, one JSON
// line each, that it is up, that it had to be started again, or why it is not.
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { StartFault } from '#server/platform/start-fault.ts';

const say = (event: object): void => {
  process.stdout.write(`${JSON.stringify(event)}\n`);
};

try {
  const postgres = await startEmbeddedPostgres(process.argv[2] ?? '', { log: () => {}, durable: false });
  postgres.onRestart(() => say({ event: 'restarted' }));
  process.on('SIGTERM', () => {
    void postgres.stop().then(() => process.exit(0));
  });
  say({ event: 'up', adopted: postgres.adopted, connection: postgres.connection });
} catch (error) {
  say({
    event: 'fault',
    lines: error instanceof StartFault ? error.lines : [`not a clear line: ${String(error)}`],
  });
  process.exitCode = 1;
}
