import { createServer, type Socket } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { databaseUrlOf } from '#server/test/app-pair.ts';
import { testDatabase } from '#server/test/test-database.ts';
import { StartupError } from '../startup-error.ts';
import { openPool } from './database.ts';
import { requireUsableDatabase } from './database-fault.ts';

const { connection } = await testDatabase();
const cluster = inject('postgres');
const name = connection.database ?? '';
const url = databaseUrlOf(connection);
const at = (change: (url: URL) => void): string => {
  const changed = new URL(url);
  change(changed);
  return changed.href;
};
/** The lines that a start with this address prints. */
async function linesFor(connectionString: string): Promise<readonly string[]> {
  const pool = openPool({ connectionString, connectionTimeoutMillis: 2000 });
  try {
    await requireUsableDatabase(pool);
    return [];
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return error.message.split('\n');
  } finally {
    await pool.end();
  }
}

test('a database that can be used has no line', async () => {
  expect(await linesFor(url)).toEqual([]);
});

test.each([
  [
    'a name that does not exist',
    'postgres://ana:secret-word@nowhere.invalid/larder',
    /there's no machine called nowhere\.invalid:5432/,
  ],
  [
    'a port where nothing listens',
    'postgres://ana:secret-word@127.0.0.1:1/larder',
    /nothing listens at 127\.0\.0\.1:1 \(ECONNREFUSED\)/,
  ],
  [
    'a folder without a socket',
    'postgres://ana:secret-word@x/larder?host=/nowhere',
    /nothing listens at \/nowhere \(ENOENT\)/,
  ],
  [
    'a wrong password',
    at((to) => (to.password = 'secret-word')),
    /refuses the password of the user "openlarder"/,
  ],
  ['no password', at((to) => (to.password = '')), /asks for a password: write it into the address/],
  [
    'a database that does not exist',
    at((to) => (to.pathname = '/larder')),
    /there's no database "larder" at .+: create it/,
  ],
  [
    'a certificate that is not there',
    'postgres://ana:secret-word@x/larder?sslmode=verify-full&sslrootcert=/nowhere.pem',
    /\/nowhere\.pem can't be read \(ENOENT\)/,
  ],
  [
    'TLS where there is none',
    at((to) => to.searchParams.set('sslmode', 'no-verify')),
    /has no TLS: take sslmode out/,
  ],
])('%s', async (_what, address, line) => {
  const lines = await linesFor(address);
  expect(lines).toEqual([expect.stringMatching(line)]);
  expect(lines[0]).not.toContain('secret-word');
});

test('another program than PostgreSQL', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  expect(await linesFor(`postgres://ana@127.0.0.1:${port}/larder`)).toEqual([
    expect.stringMatching(/^DATABASE_URL: what answers at 127\.0\.0\.1:\d+ ends the connection/),
  ]);
});

test('a machine that takes the connection and says nothing', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  expect(await linesFor(`postgres://ana@127.0.0.1:${port}/larder`)).toEqual([
    expect.stringMatching(/doesn't answer\. Are address and port right/),
  ]);
});

test('what a database lacks is said together, a line each', async () => {
  const other = `${name}_latin`;
  const all = openPool({ ...cluster, max: 1, statement_timeout: 0, query_timeout: 0 });
  await all.query(
    `create database ${other} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
  );
  await all.query(`create role newcomer login password 'p'`);
  await all.query(`create role crowded login password 'p' connection limit 0`);
  await all.query(`create role group_only password 'p'`);
  await all.query(`create database ${name}_closed allow_connections false`);
  await all.query(`alter database ${other} set default_transaction_read_only = on`);
  await all.end();
  const as = (role: string): string =>
    at((to) => {
      [to.username, to.password, to.pathname] = [role, 'p', `/${other}`];
    });
  expect(await linesFor(as('newcomer'))).toEqual([
    expect.stringMatching(/is in SQL_ASCII: create one in UTF8/),
    expect.stringMatching(/takes no changes/),
    expect.stringMatching(/the user "newcomer" can't make tables/),
  ]);
  expect(await linesFor(as('crowded'))).toEqual([expect.stringMatching(/has no connection left/)]);
  expect(await linesFor(as('group_only'))).toEqual([
    expect.stringMatching(/alter role "group_only" login\.$/),
  ]);
  const closed = at((to) => (to.pathname = `/${name}_closed`));
  expect(await linesFor(closed)).toEqual([expect.stringMatching(/allow_connections true\.$/)]);
  // whatever else PostgreSQL refuses is one line in its words
  const odd = at((to) => to.searchParams.set('options', '-c nonsense=1'));
  expect(await linesFor(odd)).toEqual([
    expect.stringMatching(/can't be used\. It says: unrecognized configuration parameter "nonsense"$/),
  ]);
});
