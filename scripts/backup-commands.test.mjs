// Runs the backup and restore commands of docs/operating.md as written, in a folder that stands for `/var`.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { root } from './bootstrap.mjs';

const operating = fs.readFileSync(path.join(root, 'docs/operating.md'), 'utf8');
const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** The block of commands below a paragraph that begins so. */
function commandsBelow(opening) {
  const [, below] = operating.split(`\n${opening}`);
  return /```\n([^]*?)```/.exec(below)[1];
}

/** A server with the data folder of a community. */
function makeServer() {
  const server = fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-backup-'));
  folders.push(server);
  // as most distributions set it up
  fs.chmodSync(server, 0o755);
  const at = (...names) => path.join(server, ...names);
  for (const folder of ['bin', 'var/backups', 'var/lib'])
    fs.mkdirSync(at(folder), { recursive: true, mode: 0o755 });
  fs.mkdirSync(at('var/lib/openlarder/objects/photos'), { recursive: true, mode: 0o700 });
  fs.writeFileSync(at('var/lib/openlarder/session-secret'), 'a secret', { mode: 0o600 });
  fs.writeFileSync(at('var/lib/openlarder/objects/photos/a-320.webp'), 'a picture', { mode: 0o600 });
  // the service manager and the database are not those of this machine
  const program = (name, script) =>
    fs.writeFileSync(at('bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  program('systemctl', `echo "$@" >> ${at('calls')}`);
  program('pg_dump', 'for given; do case $given in --file=*) echo rows > "${given#--file=}";; esac; done');
  program('date', 'echo 3');
  return {
    at,
    run: (commands) =>
      execFileSync('sh', ['-euc', `umask 022\n${commands.replaceAll('/var/', `${at('var')}/`)}`], {
        env: { PATH: `${at('bin')}:${process.env.PATH}` },
      }),
    calls: () => fs.readFileSync(at('calls'), 'utf8').trim().split('\n'),
    /** What other users of the server could read or enter, below `var/backups` and `var/lib`. */
    open: () =>
      ['var/backups', 'var/lib']
        .flatMap((top) => fs.readdirSync(at(top), { recursive: true }).map((name) => path.join(top, name)))
        .filter((name) => (fs.statSync(at(name)).mode & 0o077) !== 0),
  };
}

test('a backup with the included database, and what is restored from it, is for its owner only', () => {
  const server = makeServer();
  server.run(commandsBelow('**Back up** with the included'));
  expect(server.calls()).toEqual(['stop openlarder', 'start openlarder']);
  expect(fs.readdirSync(server.at('var/backups'), { recursive: true })).toEqual([
    'openlarder',
    'openlarder/3.tar.gz',
  ]);
  expect(server.open()).toEqual([]);

  fs.writeFileSync(server.at('var/lib/openlarder/session-secret'), 'another');
  server.run(commandsBelow('**Restore**'));
  expect(fs.readFileSync(server.at('var/lib/openlarder/session-secret'), 'utf8')).toBe('a secret');
  expect(fs.readFileSync(server.at('var/lib/openlarder/objects/photos/a-320.webp'), 'utf8')).toBe(
    'a picture',
  );
  expect(server.open()).toEqual([]);
});

test('a backup with a database of your own is for its owner only, also where an open folder stood before', () => {
  const server = makeServer();
  fs.mkdirSync(server.at('var/backups/openlarder'), { mode: 0o755 });
  server.run(commandsBelow('**Back up** with `DATABASE_URL`'));
  expect(fs.readdirSync(server.at('var/backups/openlarder')).toSorted()).toEqual(['3.dump', '3.tar.gz']);
  expect(server.open()).toEqual([]);
});
