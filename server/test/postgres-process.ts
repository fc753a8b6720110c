// A program for fault tests, to be killed: runs a PostgreSQL on the data folder it is given and prints one JSON line
// each when it is up, was restarted, or why it is not up.
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { translateInto } from '#server/platform/texts/translate.ts';

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
    lines:
      error instanceof StartupError
        ? error.lines(translateInto('en'))
        : [`not a clear line: ${String(error)}`],
  });
  process.exitCode = 1;
}
