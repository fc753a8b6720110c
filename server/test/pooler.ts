import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';

const FOLDERS = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Where PgBouncer is; null where it is not installed. */
export const PGBOUNCER =
  FOLDERS.map((folder) => path.join(folder, 'pgbouncer')).find((file) => existsSync(file)) ?? null;

export type PoolerOptions = {
  readonly mode: 'session' | 'transaction';
  /** Connections to the server. */
  readonly size: number;
  /** More of the database's line. */
  readonly database?: string;
  /** More lines of its settings. */
  readonly settings?: readonly string[];
};

/** Runs PgBouncer before a database; everyone who connects is the user of `connection`. */
export async function startPooler(
  { host, port, user, password, database }: ClientConfig,
  { mode, size, database: more = '', settings = [] }: PoolerOptions,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  if (PGBOUNCER === null) throw new Error('PgBouncer is not installed');
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const own = (probe.address() as AddressInfo).port;
  await new Promise((resolve) => probe.close(resolve));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-pooler-'));
  chmodSync(folder, 0o755);
  const file = path.join(folder, 'pgbouncer.ini');
  const isRoot = process.getuid?.() === 0;
  const lines = [
    '[databases]',
    `${database} = host=${host} port=${port} user=${user} password='${String(password)}' ${more}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${size}`,
    'max_client_conn = 200',
    // it refuses to run as root
    ...(isRoot ? ['user = postgres'] : []),
    ...settings,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  const child = spawn(PGBOUNCER, [file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = new Promise((resolve) => child.once('close', resolve));
  for (let tries = 0; !(await isOpen(own)); tries++) {
    if (child.exitCode !== null || tries > 200) throw new Error(`PgBouncer did not start: ${log}`);
    await sleep(20);
  }
  return {
    url: `postgres://anyone@127.0.0.1:${own}/${database}`,
    async stop() {
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
