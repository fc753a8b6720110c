import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, onTestFinished, test } from 'vitest';
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

const made = makeRelease();

/** A folder of its own with a release, which all tests of this file run. */
function makeRelease() {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-release-'));
  // another user runs it
  fs.chmodSync(place, 0o711);
  afterAll(() => fs.rmSync(place, { recursive: true, force: true }));
  const folder = path.join(place, 'app');
  const { stderr, stdout } = spawnSync(process.execPath, [path.join(root, 'scripts/release.mjs'), folder], {
    encoding: 'utf8',
  });
  return { place, folder, said: stderr + stdout };
}

/** Runs a command in the release until the test ends; resolves to what it has said once it answers. */
async function start([program, ...words], env, as = {}) {
  const app = spawn(program, words, { cwd: made.folder, env: { PATH: process.env.PATH, ...env }, ...as });
  const ended = once(app, 'exit');
  onTestFinished(async () => {
    app.kill('SIGTERM');
    await ended;
  });
  let said = '';
  for (const stream of [app.stdout, app.stderr]) stream.on('data', (bytes) => (said += bytes));
  for await (const line of createInterface({ input: app.stdout }))
    if (line.includes(' is running at ')) return () => said;
  throw new Error(said);
}

test('a release runs from its folder alone, without anything that builds, compiles or tests', async () => {
  const { folder, place, said } = made;
  expect(said).toContain('is ready');
  for (const tool of TOOLS) expect(fs.existsSync(path.join(folder, 'node_modules', tool)), tool).toBe(false);
  expect(fs.globSync('**/*.test.*', { cwd: folder, exclude: ['node_modules'] })).toEqual([]);
  expect(fs.globSync('node_modules/**/*.{map,a,d.ts}', { cwd: folder })).toEqual([]);
  expect(megabytes(folder)).toBeLessThan(MOST_MB);

  const port = await freePort();
  const env = { PORT: port, DATA_DIR: path.join(place, 'data'), DEMO: 'off' };
  const log = await start([process.execPath, 'scripts/start.mjs'], env);
  const get = (address) => fetch(`http://127.0.0.1:${port}${address}`);
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  expect(await (await get('/healthz')).json()).toEqual({ status: 'alive', version });
  expect((await get('/readyz')).status).toBe(200);
  const page = await (await get('/')).text();
  expect(page).toContain(`<meta name="version" content="${version}"`);
  expect((await get(/src="(\/assets\/[^"]+[.]js)"/.exec(page)[1])).status).toBe(200);
  expect((await (await get('/api/openapi.json')).json()).info.version).toBe(version);
  expect(log()).toContain(`"version":"${version}"`);
  const changes = fs.readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8');
  expect(changes).toContain(`\n## ${version}`);
}, 600_000);

/** What the last stage of the Containerfile copies, sets and runs. */
function readContainerfile() {
  const lines = fs.readFileSync(path.join(root, 'Containerfile'), 'utf8').split('\n');
  const all = (name, from) =>
    from.flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []));
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const [copied] = all('COPY', last);
  const check = all('HEALTHCHECK', last)[0].replace(/^CMD /, '');
  return {
    made: all('RUN', lines).find((line) => line.startsWith('npm run release')),
    copied,
    at: all('WORKDIR', last)[0],
    data: all('VOLUME', last)[0],
    env: Object.fromEntries(
      all('ENV', last)[0]
        .split(' ')
        .map((one) => one.split('=')),
    ),
    command: JSON.parse(all('CMD', last)[0]),
    check: JSON.parse(check),
  };
}

test('what the image copies, sets and runs is the release, as a user who may not change it', async () => {
  const image = readContainerfile();
  expect(image.made).toBe(`npm run release -- ${image.at}`);
  expect(image.copied).toBe(`--from=build ${image.at} ${image.at}`);
  expect(image.env).toMatchObject({ HOST: '0.0.0.0', DATA_DIR: image.data });
  const as = process.getuid() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const data = path.join(made.place, 'volume');
  fs.mkdirSync(data, { mode: 0o700 });
  if (as.uid) fs.chownSync(data, as.uid, as.gid);
  const port = await freePort();
  const env = { ...image.env, PORT: port, DATA_DIR: data, PUBLIC_URL: 'https://food.example' };
  await start(image.command, env, as);
  const check = spawnSync(
    image.check[0],
    image.check.slice(1).map((word) => word.replace(`:${image.env.PORT}/`, `:${port}/`)),
    { cwd: made.folder, ...as },
  );
  expect(check.status).toBe(0);
  expect(fs.readdirSync(path.join(data, 'compiled'))).toHaveLength(1);
  if (as.uid)
    expect(fs.globSync('**/*', { cwd: made.folder }).filter((file) => isOf(as.uid, file))).toEqual([]);
}, 600_000);

const isOf = (uid, file) => fs.lstatSync(path.join(made.folder, file)).uid === uid;

/** A container runtime that answers here; undefined without one. */
const runtime = ['podman', 'docker'].find(
  (name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0,
);
if (runtime === undefined) console.log('no container runtime answers here: the image is not built');

test('the image is built and answers, where there is a runtime', async () => {
  if (runtime === undefined) return;
  const run = (...words) => {
    const { status, stdout, stderr } = spawnSync(runtime, words, { cwd: root, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    return stdout.trim();
  };
  run('build', '-f', 'Containerfile', '-t', 'openlarder:test', '.');
  const id = run('run', '-d', '-e', 'PUBLIC_URL=https://food.example', 'openlarder:test');
  onTestFinished(() => run('rm', '-f', '-v', id));
  const check = ['exec', id, ...readContainerfile().check];
  await expect.poll(() => spawnSync(runtime, check).status, { timeout: 120_000, interval: 500 }).toBe(0);
  const bytes = Number(run('image', 'inspect', '-f', '{{.Size}}', 'openlarder:test'));
  expect(bytes / 1e6).toBeLessThan(MOST_MB);
}, 1_200_000);
