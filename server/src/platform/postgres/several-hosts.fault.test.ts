import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeOwnPostgres, type OwnPostgres } from '#server/test/own-postgres.ts';
import { makeClient, openPool, openSiblingPool } from './database.ts';
import { requireUsableDatabase } from './database-fault.ts';
import { addressesOf } from './several-hosts.ts';

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-hosts-')));
fs.chmodSync(folder, 0o711);
let [primary, standby]: OwnPostgres[] = [];

beforeAll(async () => {
  primary = await makeOwnPostgres(folder);
  standby = await primary.standby(path.join(folder, 'standby'));
  await primary.start();
  await standby.start();
});
afterAll(async () => {
  await primary?.stop('SIGKILL');
  await standby?.stop('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

test('an address of several hosts is one address for each, with its user, database and options', () => {
  expect(addressesOf('postgres://me:p%2Cw@one,two:5433/food?sslmode=disable')).toEqual([
    'postgres://me:p%2Cw@one/food?sslmode=disable',
    'postgres://me:p%2Cw@two:5433/food?sslmode=disable',
  ]);
  expect(addressesOf('postgres://one/food?a=b,c')).toEqual(['postgres://one/food?a=b,c']);
  expect(addressesOf('postgresql:///food?host=/run/pg')).toEqual(['postgresql:///food?host=/run/pg']);
});

test('sessions past a pooler go to the host that takes writes, which all of them know', async () => {
  const connectionString = primary?.url() ?? '';
  const directUrl = connectionString.replace(/(?<=@)[^/]+/, `127.0.0.1:1,127.0.0.1:${primary?.port}`);
  const pool = openPool({ connectionString, directUrl });
  onTestFinished(() => pool.end());
  await requireUsableDatabase(pool);
  const sibling = openSiblingPool(pool, { max: 1 });
  onTestFinished(() => sibling.end());
  expect((await sibling.query('select inet_server_port() as port')).rows[0]?.port).toBe(primary?.port);
  const client = makeClient(pool);
  onTestFinished(() => client.end());
  await client.connect();
  expect((await client.query('show transaction_read_only')).rows[0]?.transaction_read_only).toBe('off');
});

test('connections go to the host that takes writes, and after a failover to the one that does then', async () => {
  const hosts = `127.0.0.1:1,127.0.0.1:${standby?.port},127.0.0.1:${primary?.port}`;
  const connectionString = primary?.url().replace(/(?<=@)[^/]+/, hosts) ?? '';
  const pool = openPool({ connectionString });
  onTestFinished(() => pool.end());
  const portInUse = async (): Promise<unknown> =>
    (await pool.query('select inet_server_port() as port')).rows[0]?.port;
  await requireUsableDatabase(pool);
  expect(await portInUse()).toBe(primary?.port);
  await pool.query('create table written (id int)');
  const other = openPool(standby?.connection ?? {});
  onTestFinished(() => other.end());
  const isThere = async () => (await other.query(`select to_regclass('written') as name`)).rows[0]?.name;
  await expect.poll(isThere).toBe('written');

  await primary?.stop('SIGKILL');
  await expect(pool.query('insert into written values (1)')).rejects.toThrow();
  // without waiting for it, which may take longer than a statement may
  await other.query('select pg_promote(false)');
  const write = () =>
    pool.query('insert into written values (2)').then(
      () => 'written',
      () => 'away',
    );
  await expect.poll(write).toBe('written');
  expect(await portInUse()).toBe(standby?.port);
});

test('what is wrong with all of them is said of all of them', async () => {
  const pool = openPool({ connectionString: 'postgres://ana:secret@127.0.0.1:1,127.0.0.1:2/food' });
  onTestFinished(() => pool.end());
  await expect(requireUsableDatabase(pool)).rejects.toThrow(
    /^DATABASE_URL: nothing listens at 127\.0\.0\.1:1, 127\.0\.0\.1:2 \(ECONNREFUSED\)/,
  );
});
