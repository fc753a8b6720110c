import type { TileReply, TileRequest } from './tile-worker.ts';

export type DrawnTile = Extract<TileReply, { kind: 'drawn' }>;
type Draw = Omit<Extract<TileRequest, { kind: 'draw' }>, 'kind' | 'id'>;
type Waiting = { readonly draw: Draw; readonly done: (drawn: DrawnTile | null) => void };

/** A worker that does not answer for two of these periods is ended. */
const PING_MS = 4000;
const MAX_MISSED_PINGS = 2;
/** A worker that fails that often is not started again. */
const MAX_STARTS = 4;

const waiting = new Map<number, Waiting>();
/** Archives that have stopped a worker; they are not read again on this page. */
const refused = new Set<string>();
let worker: Worker | undefined;
let starts = 0;
let lastId = 0;
let missedPings = 0;
let pinging: ReturnType<typeof setTimeout> | undefined;

const send = (message: TileRequest) => worker?.postMessage(message);

function sendDraw(id: number, { city, ...draw }: Draw): void {
  send({ kind: 'draw', id, ...draw, city: isRefused({ city }) ? null : city });
}

/** Ends a worker that does not answer and lets another one draw what is waited for, from the world alone. */
function replaceWorker(): void {
  worker?.terminate();
  worker = undefined;
  missedPings = 0;
  for (const { draw } of waiting.values()) if (draw.city !== null) refused.add(draw.city);
  if (startWorker()) for (const [id, { draw }] of waiting) sendDraw(id, draw);
  else {
    for (const { done } of waiting.values()) done(null);
    waiting.clear();
  }
}

function watchWorker(): void {
  if (pinging !== undefined || waiting.size === 0) return;
  send({ kind: 'ping' });
  missedPings += 1;
  pinging = setTimeout(() => {
    pinging = undefined;
    if (missedPings > MAX_MISSED_PINGS) replaceWorker();
    watchWorker();
  }, PING_MS);
}

function startWorker(): boolean {
  if (worker) return true;
  if (starts >= MAX_STARTS) return false;
  starts += 1;
  try {
    worker = new Worker(new URL('./tile-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return false;
  }
  worker.addEventListener('message', ({ data }: MessageEvent<TileReply>) => {
    missedPings = 0;
    if (data.kind === 'pong') return;
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === 'failed') asked?.done(null);
    else if (asked) asked.done({ ...data, cityFailed: data.cityFailed || isRefused(asked.draw) });
    else data.image.close();
  });
  worker.addEventListener('error', replaceWorker);
  return true;
}

const isRefused = ({ city }: Pick<Draw, 'city'>): boolean => city !== null && refused.has(city);

/**
 * Draws a tile of the map in the worker that all maps of the page share. `done` gets null if nothing can be drawn.
 * Returns a function that cancels it.
 */
export function requestTile(draw: Draw, done: Waiting['done']): () => void {
  if (!startWorker()) {
    queueMicrotask(() => done(null));
    return () => {};
  }
  lastId += 1;
  const id = lastId;
  waiting.set(id, { draw, done });
  sendDraw(id, draw);
  watchWorker();
  return () => {
    if (waiting.delete(id)) send({ kind: 'cancel', id });
  };
}
