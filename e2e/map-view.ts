// The map of a dense city in headless Chromium on a phone's processor (the page's thread slowed four times, as browsers'
// tools do it; the worker that draws is not): how soon it is there, frames while panning, memory after 200 pans, and what
// its code weighs. With --suggest also how soon addresses are suggested. Build the web app first. See bench/README.md.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { makeSampleCity } from '../scripts/sample-city.ts';

const PORT = Number(process.env['PORT'] ?? 4839);
const ADDRESS = `http://127.0.0.1:${PORT}`;
const SLOWER = Number(process.env['SLOWER'] ?? 4);
const PANS = Number(process.env['PANS'] ?? 200);
const OPENINGS = 5;
/** About 11,000 features and 60,000 points in a tile: a dense one of a large city. */
const STREETS = 150;
/** Home's map opens at zoom 14, whose tiles are drawn from those of the archive's zoom before. */
const ARCHIVE_ZOOM = 13;
const HERE = { latitude: 52.52, longitude: 13.4 };
const DIST = path.join(import.meta.dirname, '../web/dist');

/** Counts from the first script of the page: frames, and when the map and its tiles are there. */
function watchMap(): void {
  const seen = { mapMs: 0, firstTileMs: 0, allTilesMs: 0, frames: [] as number[], isCounting: false };
  Object.assign(window, { seen });
  const look = () => {
    const now = performance.now();
    if (seen.mapMs === 0 && document.querySelector('.leaflet-tile')) seen.mapMs = now;
    const tiles = [...document.querySelectorAll('.leaflet-tile')];
    const loaded = tiles.filter((tile) => tile.classList.contains('leaflet-tile-loaded')).length;
    if (seen.firstTileMs === 0 && loaded > 0) seen.firstTileMs = now;
    if (seen.allTilesMs === 0 && loaded > 0 && loaded === tiles.length) seen.allTilesMs = now;
  };
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['class'],
  });
  const frame = (now: number) => {
    if (seen.isCounting) seen.frames.push(now);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
type Seen = {
  readonly mapMs: number;
  readonly firstTileMs: number;
  readonly allTilesMs: number;
  frames: number[];
  isCounting: boolean;
};
declare global {
  // what watchMap has put there
  // oxlint-disable-next-line no-var
  var seen: Seen;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-bench-map-'));
const mapFile = path.join(folder, 'city.pmtiles');
writeFileSync(mapFile, makeSampleCity({ streets: STREETS, minZoom: ARCHIVE_ZOOM }));

/** Answers in the form of Photon with what was asked for, at one place. */
const geocoder = createServer((request, response) => {
  const typed = new URL(request.url ?? '', ADDRESS).searchParams.get('q');
  const geometry = { type: 'Point', coordinates: [HERE.longitude, HERE.latitude] };
  const feature = { type: 'Feature', geometry, properties: { street: `${typed}straße`, city: 'Berlin' } };
  response.end(JSON.stringify({ features: [feature] }));
});
await once(geocoder.listen(0, '127.0.0.1'), 'listening');
const geocoderUrl = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}/api`;

async function startServer(): Promise<ChildProcess> {
  const server = spawn(process.execPath, [path.join(import.meta.dirname, '../server/src/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(PORT),
      DATA_DIR: path.join(folder, 'data'),
      MAP_FILE: mapFile,
      GEOCODER_URL: geocoderUrl,
      PLACE: `${HERE.latitude}, ${HERE.longitude}`,
      TIME_ZONE: 'Europe/Berlin',
      DEMO: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
  });
  for (let waits = 0; waits < 600; waits += 1) {
    const ready = await fetch(`${ADDRESS}/readyz`).catch(() => null);
    if (ready?.ok) return server;
    await sleep(100);
  }
  throw new Error('the server does not start');
}

async function signUp(page: Page): Promise<void> {
  const post = async (method: 'post' | 'put', url: string, data: object) => {
    const reply = await page.request[method](ADDRESS + url, { data, headers: { origin: ADDRESS } });
    if (!reply.ok()) throw new Error(`${url}: ${await reply.text()}`);
  };
  const person = { firstName: 'Ana', lastName: 'Bell', name: 'Ana Bell', userType: 'donor' };
  const account = { email: 'ana@example.org', password: 'geteiltes Brot macht satt' };
  await post('post', '/api/auth/sign-up/email', { ...person, ...account });
  await post('put', '/api/users/profile', { ...HERE, address: 'Linde 1', areaLabel: 'Südstadt' });
}

async function open(page: Page, slow: CDPSession): Promise<Seen> {
  await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(ADDRESS);
  await page.waitForFunction(() => seen.allTilesMs > 0, undefined, { timeout: 60_000 });
  return page.evaluate(() => seen);
}

/** Drags the map to and fro in small steps, as a thumb does; returns the times between frames in ms. */
async function pan(page: Page, pans: number): Promise<number[]> {
  const box = await page.locator('.leaflet-container').first().boundingBox();
  if (!box) throw new Error('no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const reach = Math.min(box.width, box.height) * 0.35;
  await page.evaluate(() => {
    seen.frames = [];
    seen.isCounting = true;
  });
  for (let nth = 0; nth < pans; nth += 1) {
    const turn = (nth * 2.4) % (2 * Math.PI);
    const [dx, dy] = [Math.cos(turn) * reach, Math.sin(turn) * reach];
    await page.mouse.move(x - dx, y - dy);
    await page.mouse.down();
    await page.mouse.move(x + dx, y + dy, { steps: 12 });
    await page.mouse.up();
  }
  const frames = await page.evaluate(() => {
    seen.isCounting = false;
    return seen.frames;
  });
  return frames.slice(1).map((at, nth) => at - (frames[nth] ?? at));
}

/** Memory of the page's process and its scripts in MB, after a collection. */
async function memory(
  page: Page,
  slow: CDPSession,
): Promise<{ readonly processMb: number; readonly heapMb: number }> {
  await slow.send('HeapProfiler.collectGarbage');
  await sleep(1000);
  await slow.send('Performance.enable');
  const { metrics } = await slow.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  const pids = await renderers(page);
  return { processMb: Math.max(...pids.map(residentKb)) / 1024, heapMb: heap / 1e6 };
}

const residentKb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);

async function renderers(page: Page): Promise<readonly number[]> {
  const whole = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await whole?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  await whole?.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** What a page's own thread has used of a processor, in ms: unlike the time that passes, it is the same on a busy machine. */
async function processorMs(page: Page): Promise<number> {
  const [pid = 0] = (await renderers(page)).toSorted((a, b) => residentKb(b) - residentKb(a));
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
    .replace(/^.*\)\s/, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** How long after the third letter an address is offered, in ms. */
async function suggest(page: Page): Promise<number> {
  await page.goto(`${ADDRESS}/?tab=share`);
  await page.getByRole('button', { name: /^Neighbors see/ }).click();
  const field = page.getByRole('textbox', { name: 'Pickup location' });
  await field.fill('');
  const letters = String.fromCharCode(...[0, 1, 2].map(() => 97 + Math.floor(Math.random() * 26)));
  await field.pressSequentially(letters.slice(0, 2));
  const offered = page.getByRole('button', { name: `${letters}straße` });
  await page.evaluate((name) => {
    const look = new MutationObserver(() => {
      if (document.body.innerText.includes(`${name}straße`))
        Object.assign(window, { offeredMs: performance.now() });
    });
    look.observe(document.body, { subtree: true, childList: true, characterData: true });
    addEventListener('input', () => Object.assign(window, { typedMs: performance.now() }), true);
  }, letters);
  await field.press(letters.slice(2));
  await offered.waitFor();
  return page.evaluate(
    () => Number(Reflect.get(window, 'offeredMs')) - Number(Reflect.get(window, 'typedMs')),
  );
}

/** What draws a map, and what the live map needs besides: the scripts that a page without it does not load, in kB gzip. */
function printCode(): void {
  const assets = path.join(DIST, 'assets');
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  const importedBy = (file: string) =>
    [...readFileSync(path.join(assets, file), 'utf8').matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(
      ([, imported = '']) => imported,
    );
  const loadedWith = (...names: readonly string[]): Set<string> => {
    const all = new Set(scripts.filter((file) => names.some((name) => file.startsWith(`${name}-`))));
    for (const file of all) for (const imported of importedBy(file)) all.add(imported);
    return all;
  };
  const page = loadedWith('index', 'home', 'soon', 'ahead', 'alerts', 'icons');
  const print = (what: string, files: ReadonlySet<string>) => {
    const sizes = [...files].map((file) => gzipSync(readFileSync(path.join(assets, file))).length / 1000);
    const parts = [...files].map(
      (file, nth) => `${file.replace(/-[\w-]{8}\.js$/, '')} ${sizes[nth]?.toFixed(1)}`,
    );
    console.log(
      `${what}: ${sizes.reduce((sum, size) => sum + size, 0).toFixed(1)} kB gzip (${parts.join(', ')})`,
    );
  };
  const drawing = loadedWith('BaseMap', 'HeatLayer', 'AreaLayer', 'tile-worker').difference(page);
  print('code that draws the map', drawing);
  print(
    'code of its pins, cards and filters',
    loadedWith('MapPanel', 'MapSheet').difference(page).difference(drawing),
  );
}

const framesASecond = (gaps: readonly number[]): number =>
  (gaps.length * 1000) / gaps.reduce((sum, gap) => sum + gap, 0);

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

console.log(`${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}; slowed ${SLOWER} times`);
printCode();
const server = await startServer();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  await context.addInitScript(watchMap);
  const page = await context.newPage();
  await signUp(page);
  const slow = await context.newCDPSession(page);
  const opened: Seen[] = [];
  for (let nth = 0; nth < OPENINGS; nth += 1) opened.push(await open(page, slow));
  // where the city's archive has no tile, the world's is drawn
  if (await page.getByText('Natural Earth').isVisible())
    throw new Error('the map does not show the city alone');
  const first = opened.map(({ mapMs, firstTileMs }) => firstTileMs - mapMs);
  const all = opened.map(({ mapMs, allTilesMs }) => allTilesMs - mapMs);
  const whole = opened.map(({ allTilesMs }) => allTilesMs);
  console.log(
    `after the map is on the page: first tile ${at(first, 0.5).toFixed(0)} ms, all tiles ${at(all, 0.5).toFixed(0)} ms; from the request of the page ${at(whole, 0.5).toFixed(0)} ms (medians of ${OPENINGS})`,
  );
  await pan(page, 10);
  const before = await memory(page, slow);
  const gaps = await pan(page, PANS);
  const after = await memory(page, slow);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const usedBefore = await processorMs(page);
  const unslowed = await pan(page, 40);
  const perFrame = (await processorMs(page)) - usedBefore;
  console.log(
    `processor time of a frame, not slowed: ${(perFrame / unslowed.length).toFixed(1)} ms, that is ${((perFrame / unslowed.length) * SLOWER).toFixed(1)} ms slowed ${SLOWER} times (60 frames a second have 16.7 ms)`,
  );
  const late = gaps.filter((gap) => gap > 25).length / gaps.length;
  console.log(
    `${PANS} pans: ${framesASecond(gaps).toFixed(1)} frames a second; between frames p50 ${at(gaps, 0.5).toFixed(1)}, p95 ${at(gaps, 0.95).toFixed(1)}, p99 ${at(gaps, 0.99).toFixed(1)} ms; ${(late * 100).toFixed(1)} % later than 25 ms`,
  );
  console.log(
    `memory before and after: process ${before.processMb.toFixed(0)} and ${after.processMb.toFixed(0)} MB, scripts ${before.heapMb.toFixed(1)} and ${after.heapMb.toFixed(1)} MB`,
  );
  const home = page.url();
  const bare = await browser.newPage();
  await bare.setContent('<div class="leaflet-container" style="height: 90vh"></div>');
  await bare.evaluate(watchMap);
  const plain = await pan(bare, 20);
  await bare.close();
  console.log(`a page without anything: ${framesASecond(plain).toFixed(1)} frames a second`);
  if (process.argv.includes('--suggest')) {
    await page.goto(home);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const times: number[] = [];
    for (let nth = 0; nth < 20; nth += 1) times.push(await suggest(page));
    console.log(
      `addresses after the third letter: p50 ${at(times, 0.5).toFixed(0)}, p95 ${at(times, 0.95).toFixed(0)} ms`,
    );
  }
} finally {
  await browser.close();
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  geocoder.close();
  rmSync(folder, { recursive: true, force: true });
  console.log(`load ${os.loadavg()[0]?.toFixed(1)}`);
}
