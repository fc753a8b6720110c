import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TileReply, TileRequest } from './tile-worker.ts';

type Answer = (message: TileRequest) => TileReply | null;

const CITY = 'https://tiles.example/city.pmtiles';
const DRAW = { at: { x: 1, y: 2, zoom: 3 }, city: CITY, dark: false, ratio: 1 };
const NEVER: Answer = () => null;
const drawn = (id: number): TileReply => ({
  kind: 'drawn',
  id,
  image: { close: () => {} } as ImageBitmap,
  source: { x: 1, y: 2, z: 3, isCity: false },
  names: [],
  cityFailed: false,
});

/** The workers the page has started: what each was sent, and whether it was ended. */
const workers: { readonly heard: TileRequest[]; isEnded: boolean }[] = [];

/** Each worker answers by the next of these, the last of them again and again. */
function startWorkersThat(...answers: readonly Answer[]): void {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      private readonly record = { heard: [] as TileRequest[], isEnded: false };
      private readonly answer = answers[Math.min(workers.length, answers.length - 1)] ?? NEVER;
      constructor() {
        super();
        workers.push(this.record);
      }
      postMessage(message: TileRequest): void {
        this.record.heard.push(message);
        const data = this.answer(message);
        if (data) queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
      }
      terminate(): void {
        this.record.isEnded = true;
      }
    },
  );
}

const citiesAsked = (): (string | null)[][] =>
  workers.map(({ heard }) => heard.flatMap((message) => (message.kind === 'draw' ? [message.city] : [])));

beforeEach(() => {
  workers.length = 0;
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('starts a worker before the first tile is asked for', async () => {
  startWorkersThat(NEVER);
  await import('./basemap-layer.ts');
  expect(workers).toEqual([{ heard: [], isEnded: false }]);
});

it('ends a worker that does not answer, and has its tiles drawn without the archive that stopped it', async () => {
  startWorkersThat(NEVER, (message) => (message.kind === 'draw' ? drawn(message.id) : { kind: 'pong' }));
  const { requestTile } = await import('./basemap-layer.ts');
  const done = vi.fn<(tile: { cityFailed: boolean } | null) => void>();
  requestTile(DRAW, done);
  await vi.advanceTimersByTimeAsync(8000);
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([false]);
  await vi.advanceTimersByTimeAsync(4000);
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  expect(citiesAsked()).toEqual([[CITY], [null]]);
  expect(done.mock.calls.map(([tile]) => tile?.cityFailed)).toEqual([true]);
});

it('keeps a worker that is slow but answers', async () => {
  startWorkersThat((message) => (message.kind === 'ping' ? { kind: 'pong' } : null));
  const { requestTile } = await import('./basemap-layer.ts');
  requestTile(DRAW, () => {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([false]);
});

it('gives up after four workers, and draws nothing', async () => {
  startWorkersThat(NEVER);
  const { requestTile } = await import('./basemap-layer.ts');
  const done = vi.fn<(tile: unknown) => void>();
  requestTile(DRAW, done);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, true, true, true]);
  expect(done.mock.calls).toEqual([[null]]);
  requestTile(DRAW, done);
  await vi.advanceTimersByTimeAsync(0);
  expect(done.mock.calls).toEqual([[null], [null]]);
});
