import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './bootstrap.mjs';

const MOST_MB = 400;
/** What builds, compiles or tests. */
const TOOLS = [
  'vite',
  'vitest',
  'typescript',
  'oxlint',
  '@biomejs',
  '@playwright',
  '@lingui/cli',
  'react',
  'msw',
];

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return String(port);
}

const megabytes = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + fs.lstatSync(path.join(parentPath, name)).size, 0) / 1e6;

test('a release runs from its folder alone, without anything that builds, compiles or tests', async () => {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-release-'));
  onTestFinished(() => fs.rmSync(place, { recursive: true, force: true }));
  const folder = path.join(place, 'app');
  const made = spawnSync(process.execPath, [path.join(root, 'scripts/release.mjs'), folder], {
    encoding: 'utf8',
  });
  expect(made.stderr + made.stdout).toContain('is ready');
  for (const tool of TOOLS) expect(fs.existsSync(path.join(folder, 'node_modules', tool)), tool).toBe(false);
  expect(fs.globSync('**/*.test.*', { cwd: folder, exclude: ['node_modules'] })).toEqual([]);
  expect(megabytes(folder)).toBeLessThan(MOST_MB);

  const port = await freePort();
  const env = { PATH: process.env.PATH, PORT: port, DATA_DIR: path.join(place, 'data'), DEMO: 'off' };
  const app = spawn(process.execPath, ['scripts/start.mjs'], { cwd: folder, env });
  const ended = once(app, 'exit');
  onTestFinished(async () => {
    app.kill('SIGTERM');
    await ended;
  });
  let said = '';
  for (const stream of [app.stdout, app.stderr]) stream.on('data', (bytes) => (said += bytes));
  const up = (async () => {
    for await (const line of createInterface({ input: app.stdout }))
      if (line.includes(' is running at ')) return true;
    return false;
  })();
  expect(await up, said).toBe(true);
  const get = (address) => fetch(`http://127.0.0.1:${port}${address}`);
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  expect(await (await get('/healthz')).json()).toEqual({ status: 'alive', version });
  expect((await get('/readyz')).status).toBe(200);
  const page = await (await get('/')).text();
  expect(page).toContain(`<meta name="version" content="${version}"`);
  expect((await get(/src="(\/assets\/[^"]+[.]js)"/.exec(page)[1])).status).toBe(200);
}, 600_000);
