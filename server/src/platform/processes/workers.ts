import cluster, { type Worker } from 'node:cluster';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { PoolConfig } from '#server/platform/postgres/database.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** Before a worker that has died is started again: twice as long each time, as before after a minute without. */
const PAUSE_MS = { first: 250, longest: 30_000 };
const LASTING_MS = 60_000;
const STOP_WITHIN_MS = 35_000;
/** How long all still answer at the end, so that a proxy notices first; in development nothing routes. */
const DRAIN_MS = process.env['NODE_ENV'] === 'development' ? 0 : 1500;
/** A worker answers by then, but for the first of a start, which may have a long migration to make. */
export const BEGIN_WITHIN_MS = 300_000;

/**
 * A worker did not start; `lines` say why, none for an internal error, which it has printed. With `endedBy` it could say
 * nothing: a signal has ended it, or it was `late` and was killed.
 */
export class WorkerFailed extends Error {
  readonly lines: readonly string[];
  readonly endedBy: NodeJS.Signals | 'late' | null;

  constructor(lines: readonly string[], endedBy: NodeJS.Signals | 'late' | null = null) {
    super(lines.join('\n'));
    this.name = 'WorkerFailed';
    this.lines = lines;
    this.endedBy = endedBy;
  }
}

export type WorkersOptions = {
  /** Where the code is that they run. */
  readonly folder: string;
  readonly count: number;
  /** Over the parent's. */
  readonly env: Readonly<Record<string, string>>;
  readonly database: Promise<PoolConfig>;
  readonly dispatcher: Dispatcher;
  readonly address: { readonly host: string; readonly port: number };
  readonly log: Pick<FastifyBaseLogger, 'error'>;
};

/** The processes that answer, on connections of the dispatcher; each that dies is started again. */
export type Workers = {
  /** Resolves once all answer; throws a WorkerFailed if one does not. `args` go to the first, which prepares the database. */
  start(args: readonly string[]): Promise<void>;
  /**
   * Starts workers of the code in `folder`, then lets those before finish what they have begun. Throws a WorkerFailed, and
   * lets those before go on, if a new one does not start, or not in time.
   */
  exchange(folder: string): Promise<void>;
  /** Waits until those that leave have ended; resolves to false if some have not after this time. */
  left(withinMs: number): Promise<boolean>;
  stop(): Promise<void>;
};

export function makeWorkers({
  count,
  env,
  database,
  dispatcher,
  address,
  log,
  ...from
}: WorkersOptions): Workers {
  let { folder } = from;
  let isStopping = false;
  let isDemo = false;
  /** That of the next start in its place, of those that were started in the place of one. */
  const pauseMsOf = new WeakMap<Worker, number>();
  const running = new Set<Worker>();
  /** Those of `running` that neither begin nor leave. */
  let serving = new Set<Worker>();
  const listening = new WeakSet<Worker>();

  const tell = (worker: Worker, message: ToWorker): void => void worker.send(message, () => {});
  const ended = (workers: readonly Worker[], withinMs: number): Promise<unknown> =>
    Promise.race([
      // not `once` of events, which rejects at an error of the worker
      Promise.all(workers.map((worker) => new Promise((done) => worker.once('exit', done)))),
      sleep(withinMs, undefined, { ref: false }),
    ]);

  /** Starts one; resolves once it answers. */
  async function begin(code: string, args: readonly string[]): Promise<Worker> {
    if (isStopping) throw new WorkerFailed([]);
    cluster.setupPrimary({ exec: path.join(code, 'server/src/worker.ts'), args: [...args] });
    const worker = cluster.fork(env);
    running.add(worker);
    const startedMs = performance.now();
    let lines: readonly string[] = [];
    let isLate = false;
    const limit = args.includes('--first')
      ? undefined
      : setTimeout(() => {
          isLate = true;
          worker.process.kill('SIGKILL');
        }, BEGIN_WITHIN_MS).unref();
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'asks-database') {
          listening.add(worker);
          database.then(
            (config) => tell(worker, { type: 'database', config }),
            () => {},
          );
        } else if (message.type === 'taken') dispatcher.taken(worker);
        else if (message.type === 'failed') lines = message.lines;
        else if (message.type === 'ready') {
          clearTimeout(limit);
          isDemo = message.isDemo;
          resolve(worker);
        }
        // what Node's watch mode is told of a worker's modules
        else process.send?.(message);
      });
      // also later: a connection that is passed to a worker that is just killed
      worker.on('error', reject);
      worker.once('exit', (code_, signal: NodeJS.Signals | null) => {
        clearTimeout(limit);
        running.delete(worker);
        dispatcher.remove(worker);
        reject(new WorkerFailed(lines, isLate ? 'late' : signal));
        if (!serving.delete(worker) || isStopping) return;
        const hasLasted = performance.now() - startedMs > LASTING_MS;
        const pauseMs = (hasLasted ? undefined : pauseMsOf.get(worker)) ?? PAUSE_MS.first;
        log.error(
          { worker: worker.id, code: code_, signal, pauseMs },
          'a worker has ended, and another is started',
        );
        void replace(serving, pauseMs);
      });
    });
  }

  /**
   * Starts one in the place of one that has died, unless `among` has been exchanged or all stop. It does not migrate: a
   * reload that failed may have migrated the database to a version that its code does not know.
   */
  async function replace(among: Set<Worker>, firstPauseMs: number): Promise<void> {
    let pauseMs = firstPauseMs;
    const isOver = (): boolean => isStopping || serving !== among;
    for (let isUp = false; !isUp; ) {
      await sleep(pauseMs);
      pauseMs = Math.min(2 * pauseMs, PAUSE_MS.longest);
      if (isOver()) return;
      isUp = await begin(folder, ['--again', ...(among.size > 0 ? ['--beside'] : [])]).then(
        (worker) => {
          pauseMsOf.set(worker, pauseMs);
          if (isOver()) tell(worker, { type: 'stop' });
          else {
            among.add(worker);
            dispatcher.add(worker);
          }
          return true;
        },
        () => false,
      );
    }
  }

  /** Starts all: one, which may have to prepare the database, then the others, one by one beside those that answer. */
  async function beginAll(code: string, args: readonly string[]): Promise<[Worker, ...Worker[]]> {
    const begun: [Worker, ...Worker[]] = [await begin(code, args)];
    try {
      while (begun.length < (isDemo ? 1 : count)) begun.push(await begin(code, ['--beside']));
      return begun;
    } catch (error) {
      for (const worker of begun) tell(worker, { type: 'stop' });
      throw error;
    }
  }

  function serve(workers: readonly Worker[]): void {
    serving = new Set(workers.filter((worker) => running.has(worker)));
    for (const worker of serving) dispatcher.add(worker);
    for (let missing = workers.length - serving.size; missing > 0; missing--)
      void replace(serving, PAUSE_MS.first);
  }

  return {
    async start(args) {
      const begun = await beginAll(folder, ['--first', ...args]);
      await dispatcher.listen(address);
      serve(begun);
      tell(begun[0], { type: 'greet' });
    },
    async exchange(next) {
      const fresh = await beginAll(next, ['--beside']);
      const before = serving;
      folder = next;
      serve(fresh);
      for (const worker of before) {
        dispatcher.remove(worker);
        tell(worker, { type: 'leave' });
      }
    },
    async left(withinMs) {
      const leaving = (): Worker[] => [...running].filter((worker) => !serving.has(worker));
      if (withinMs > 0) await ended(leaving(), withinMs);
      return leaving().length === 0;
    },
    async stop() {
      isStopping = true;
      for (const worker of running) if (listening.has(worker)) tell(worker, { type: 'drain' });
      if (serving.size > 0) await sleep(DRAIN_MS);
      await dispatcher.close();
      // one that loads its modules does not hear anything yet
      for (const worker of running)
        if (listening.has(worker)) tell(worker, { type: 'stop' });
        else worker.process.kill('SIGKILL');
      await ended([...running], STOP_WITHIN_MS);
      for (const worker of running) worker.process.kill('SIGKILL');
    },
  };
}
