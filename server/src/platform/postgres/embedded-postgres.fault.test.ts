import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { binariesFor, chooseUser } from '#server/platform/postgres/embedded-postgres-binaries.ts';
import { isProcessAlive, readPostmaster } from '#server/platform/postgres/embedded-postgres-cluster.ts';
import { longTest } from '#server/test/long-run.ts';
import { ask, cannotUse, inUse, postgresHolders, postmasterOf } from '#server/test/postgres-holder.ts';

const { dataFolder, usedDataFolder, hold } = postgresHolders();

const NAMELESS_USER = 54_321;
const isRoot = process.getuid?.() === 0;

describe('a start', () => {
  test('creates a cluster that the next start reuses; a stop leaves no process and no socket', async () => {
    const dataDir = dataFolder();
    const first = hold(dataDir);
    const { adopted, connection } = await first.up();
    expect(adopted).toBe(false);
    await ask(connection, 'create table kept as select 42 as answer');
    const pid = postmasterOf(dataDir);
    await first.end('SIGTERM');
    expect(isProcessAlive(pid)).toBe(false);
    expect(fs.existsSync(connection.host ?? '')).toBe(false);

    const again = await hold(dataDir).up();
    expect(again).toEqual({ event: 'up', adopted: false, connection });
    expect(await ask(again.connection, 'select answer from kept')).toEqual([42]);
  });

  test('listens only on a socket in a closed folder, with case rules of all scripts', async () => {
    const dataDir = await usedDataFolder();
    fs.chmodSync(dataDir, 0o755);
    const { connection } = await hold(dataDir).up();
    expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(fs.statSync(connection.host ?? '').mode & 0o777).toBe(0o700);
    expect(fs.statSync(path.join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
    expect(await ask(connection, 'show listen_addresses')).toEqual(['']);
    expect(await ask(connection, "select lower('ÄPFEL ΣΟΎΠΑ')")).toEqual(['äpfel σούπα']);
    const provider = "select datlocprovider::text, datlocale from pg_database where datname = 'postgres'";
    expect(await ask(connection, provider)).toEqual(['b', 'C.UTF-8']);
    const stranger = ask({ ...connection, password: 'guess' }, 'select 1');
    await expect(stranger).rejects.toThrow(/password authentication failed/);
  });

  test('removes what an interrupted start left', async () => {
    const dataDir = dataFolder();
    const left = path.join(dataDir, 'postgres.new-999999999');
    fs.mkdirSync(left, { recursive: true });
    fs.writeFileSync(path.join(left, 'PG_VERSION'), '18');
    await hold(dataDir).up();
    expect(fs.existsSync(left)).toBe(false);
  });

  longTest('works in a folder with a path longer than a socket path', async () => {
    const dataDir = path.join(
      dataFolder(),
      ...Array.from({ length: 6 }, () => 'a-rather-long-name-of-a-folder'),
    );
    const holder = hold(dataDir);
    await holder.up();
    await holder.end('SIGTERM');
  });
});

describe('a start fails with one clear line', () => {
  test('if another app uses the folder', async () => {
    const dataDir = await usedDataFolder();
    const first = hold(dataDir);
    const { connection } = await first.up();
    expect(await hold(dataDir).fault()).toEqual([inUse(dataDir, first.process.pid)]);
    expect(await ask(connection, 'select 1'), 'and the first is undisturbed').toEqual([1]);
  });

  longTest('for all but one of concurrent starts on a new folder', async () => {
    const dataDir = dataFolder();
    const apps = [1, 2, 3].map(() => hold(dataDir));
    const events = await Promise.all(apps.map((app) => app.next()));
    const winner = events.findIndex((event) => event.event === 'up');
    const lines = [inUse(dataDir, apps[winner]?.process.pid)];
    expect(events.toSpliced(winner, 1)).toEqual([
      { event: 'fault', lines },
      { event: 'fault', lines },
    ]);
  });

  test('if the folder cannot be used', async () => {
    const dataDir = dataFolder();
    fs.writeFileSync(dataDir, 'a file');
    expect(await hold(dataDir).fault()).toEqual([cannotUse(dataDir, 'EEXIST')]);
  });

  test('if the cluster has another version', async () => {
    const dataDir = dataFolder();
    const home = path.join(dataDir, 'postgres');
    fs.mkdirSync(home, { recursive: true });
    fs.writeFileSync(path.join(home, 'PG_VERSION'), '15\n');
    fs.writeFileSync(path.join(dataDir, 'postgres-password'), 'x');
    expect(await hold(dataDir).fault()).toEqual([
      `${home} was made by PostgreSQL 15, and this is 18: export it there and import it here, or set DATABASE_URL.`,
    ]);
  });

  test('if the password is missing or wrong', async () => {
    const dataDir = await usedDataFolder();
    const file = path.join(dataDir, 'postgres-password');
    const first = hold(dataDir);
    await first.up();
    await first.end('SIGTERM');
    fs.writeFileSync(file, 'another');
    expect(await hold(dataDir).fault()).toEqual([`The password in ${file} doesn't match its PostgreSQL.`]);
    expect(readPostmaster(path.join(dataDir, 'postgres')), 'and nothing is left running').toBe(null);
    fs.rmSync(file);
    expect(await hold(dataDir).fault()).toEqual([`${file} is missing: restore it from a backup.`]);
  });
});

// Only root can switch users; for others the tests above run as an ordinary user.
if (isRoot) {
  describe('as root', () => {
    test('starts below folders that are closed to the user of PostgreSQL', async () => {
      const dataDir = dataFolder();
      fs.chmodSync(path.dirname(dataDir), 0o700);
      const { connection } = await hold(dataDir).up();
      const home = fs.statSync(path.join(dataDir, 'postgres'));
      expect(home.uid).not.toBe(0);
      expect(await ask(connection, 'select 1')).toEqual([1]);
    });

    test('copies binaries from a closed folder, again if the copy is incomplete', async () => {
      const as = await chooseUser([]);
      const closed = path.dirname(dataFolder());
      const native = path.join(closed, 'native');
      fs.mkdirSync(path.join(native, 'bin'), { recursive: true });
      fs.writeFileSync(path.join(native, 'bin/postgres'), 'program', { mode: 0o755 });
      fs.symlinkSync('postgres', path.join(native, 'bin/postmaster'));
      const installed = { native, version: path.basename(closed) };
      const copy = binariesFor(as, installed);
      try {
        expect(copy).not.toBe(native);
        expect(fs.readFileSync(path.join(copy, 'bin/postmaster'), 'utf8')).toBe('program');
        const made = fs.statSync(copy).ino;
        expect(fs.statSync(binariesFor(as, installed)).ino, 'a whole one is used again').toBe(made);
        fs.rmSync(path.join(copy, 'bin/postgres'));
        expect(fs.readFileSync(path.join(binariesFor(as, installed), 'bin/postgres'), 'utf8')).toBe(
          'program',
        );
        fs.chmodSync(copy, 0o777);
        binariesFor(as, installed);
        expect(fs.statSync(copy).mode & 0o777, 'one that others can write to is not trusted').toBe(0o755);
      } finally {
        fs.rmSync(copy, { recursive: true, force: true });
      }
    });

    longTest('starts for an ordinary user in their own folder only', async () => {
      const as = await chooseUser([]);
      const dataDir = dataFolder();
      fs.chmodSync(path.dirname(dataDir), 0o755);
      expect(await hold(dataDir, { ...as }).fault()).toEqual([cannotUse(dataDir, 'EACCES')]);
      fs.chownSync(path.dirname(dataDir), as?.uid ?? 0, as?.gid ?? 0);
      const ordinary = hold(dataDir, { ...as });
      const { connection } = await ordinary.up();
      expect(await ask(connection, 'select 1')).toEqual([1]);
      await ordinary.end('SIGTERM');
      expect((await hold(dataDir).up()).adopted, 'root runs it as the folder’s owner').toBe(false);
      expect(fs.statSync(path.join(dataDir, 'postgres')).uid).toBe(as?.uid);
    });

    test('fails with one line for a user without a name', async () => {
      const dataDir = dataFolder();
      fs.chownSync(path.dirname(dataDir), NAMELESS_USER, NAMELESS_USER);
      expect(await hold(dataDir, { uid: NAMELESS_USER, gid: NAMELESS_USER }).fault()).toEqual([
        `PostgreSQL can't run as a user without a name: user id ${NAMELESS_USER} has no entry in /etc/passwd.`,
      ]);
    });
  });
}
