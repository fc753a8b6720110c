import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { openPool } from '#server/platform/postgres/database.ts';
import { isProcessAlive } from '#server/platform/postgres/embedded-postgres-cluster.ts';
import { longTest, sized } from '#server/test/long-run.ts';
import {
  ask,
  ended,
  eventuallyAnswers,
  inUse,
  postgresHolders,
  postmasterOf,
} from '#server/test/postgres-holder.ts';

const { usedDataFolder, hold } = postgresHolders();

describe('after a crash', () => {
  test('of the app: the next start adopts its server with all committed data', async () => {
    const dataDir = await usedDataFolder();
    const killed = hold(dataDir);
    const { connection } = await killed.up();
    await ask(connection, 'create table kept as select 42 as answer');
    const pid = postmasterOf(dataDir);
    await killed.end('SIGKILL');
    expect(isProcessAlive(pid)).toBe(true);

    const heir = hold(dataDir);
    const again = await heir.up();
    expect(again).toEqual({ event: 'up', adopted: true, connection });
    expect(await ask(again.connection, 'select answer from kept')).toEqual([42]);
    await heir.end('SIGTERM');
    expect(isProcessAlive(pid)).toBe(false);
  });

  test.each(sized(['adopted'], ['adopted', 'started']))(
    'of PostgreSQL only, the app that %s it restarts it at the same address',
    async (how) => {
      const dataDir = await usedDataFolder();
      let app = hold(dataDir);
      const { connection } = await app.up();
      if (how === 'adopted') {
        await app.end('SIGKILL');
        app = hold(dataDir);
        expect((await app.up()).adopted).toBe(true);
      }
      const pool = openPool(connection);
      await pool.query('create table kept (answer int)');
      for (const answer of [1, 2, 3]) {
        await pool.query('insert into kept values ($1)', [answer]);
        const pid = postmasterOf(dataDir);
        process.kill(pid, 'SIGKILL');
        expect(await app.next()).toEqual({ event: 'restarted' });
        expect(postmasterOf(dataDir)).not.toBe(pid);
        // earlier connections fail one by one
        await eventuallyAnswers(() => pool.query('select 1'));
      }
      const { rows } = await eventuallyAnswers(() => pool.query('select answer from kept order by answer'));
      expect(rows).toEqual([{ answer: 1 }, { answer: 2 }, { answer: 3 }]);
      await pool.end();
      const last = postmasterOf(dataDir);
      await app.end('SIGTERM');
      expect(isProcessAlive(last)).toBe(false);
    },
  );

  test('of one server process: the app keeps its lock and continues', async () => {
    const dataDir = await usedDataFolder();
    const app = hold(dataDir);
    const { connection } = await app.up();
    const pid = postmasterOf(dataDir);
    const client = new Client(connection);
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    expect(await app.next()).toEqual({ event: 'restarted' });
    expect(postmasterOf(dataDir)).toBe(pid);
    expect(await hold(dataDir).fault()).toEqual([inUse(dataDir, app.process.pid)]);
  });

  test('of both: the next start has all committed data', async () => {
    const dataDir = await usedDataFolder();
    const killed = hold(dataDir);
    const { connection } = await killed.up();
    await ask(connection, 'create table kept as select 42 as answer');
    const pid = postmasterOf(dataDir);
    await killed.end('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await ended(pid);
    const again = await hold(dataDir).up();
    expect(again).toEqual({ event: 'up', adopted: false, connection });
    expect(await ask(again.connection, 'select answer from kept')).toEqual([42]);
  });

  const LOCKS = [
    ['postmaster.pid', 'is now the number of another program'],
    ['.s.PGSQL.5432.lock', 'is now the number of another program'],
    ['postmaster.pid', 'was never written into its file'],
  ];
  test.each(sized(LOCKS.slice(0, 1), LOCKS))('with the process id in %s %s', async (file, what) => {
    const dataDir = await usedDataFolder();
    const first = hold(dataDir);
    const { connection } = await first.up();
    const owner = fs.statSync(path.join(dataDir, 'postgres'));
    const home = path.join(dataDir, 'postgres');
    const at = path.join(file.startsWith('.') ? (connection.host ?? '') : home, file);
    const lock = fs.readFileSync(at, 'utf8');
    await first.end('SIGTERM');

    const other = spawn('sleep', ['60'], { uid: owner.uid, gid: owner.gid, stdio: 'ignore' });
    try {
      fs.mkdirSync(path.dirname(at), { recursive: true, mode: 0o700 });
      fs.chownSync(path.dirname(at), owner.uid, owner.gid);
      fs.writeFileSync(at, what.includes('never') ? '' : lock.replace(/^\d+/, String(other.pid)));
      fs.chownSync(at, owner.uid, owner.gid);
      fs.utimesSync(at, new Date(0), new Date(0));
      expect((await hold(dataDir).up()).adopted).toBe(false);
      expect(other.exitCode, 'the other program is left alone').toBe(null);
    } finally {
      other.kill();
    }
  });
});

longTest('a PostgreSQL that could not start for a while is back soon after it can', async () => {
  // longer than a few doubled pauses
  const AWAY_MS = 8500;
  const dataDir = await usedDataFolder();
  const home = path.join(dataDir, 'postgres');
  const app = hold(dataDir);
  await app.up();
  const backAfter = async (since: number): Promise<number> => {
    expect(await app.next()).toEqual({ event: 'restarted' });
    return performance.now() - since;
  };
  process.kill(postmasterOf(dataDir), 'SIGKILL');
  const unhinderedMs = await backAfter(performance.now());

  const pid = postmasterOf(dataDir);
  fs.renameSync(home, `${home}.away`);
  process.kill(pid, 'SIGKILL');
  await sleep(AWAY_MS);
  fs.renameSync(`${home}.away`, home);
  const hinderedMs = await backAfter(performance.now());
  expect(hinderedMs).toBeLessThan(unhinderedMs * 2 + 500);
});
