import type { PoolConfig } from '#server/platform/postgres/database.ts';

/** What a worker says to the parent. */
export type FromWorker =
  | { readonly type: 'asks-database' }
  /** It has the connection that it was given. */
  | { readonly type: 'taken' }
  /** It answers; a demo is served by one worker alone, which remakes it each day. */
  | { readonly type: 'ready'; readonly isDemo: boolean }
  /** It cannot start, for these reasons; none for an internal error. */
  | { readonly type: 'failed'; readonly lines: readonly string[] };

/** What the parent says to a worker. */
export type ToWorker =
  | { readonly type: 'database'; readonly config: PoolConfig }
  /** All workers answer: print where. */
  | { readonly type: 'greet' }
  /** Comes with a connection. */
  | { readonly type: 'connection' }
  /** Others answer in its place: finish what is begun, and end. */
  | { readonly type: 'leave' }
  /** Everything ends soon: say so with each reply, and end its connection. */
  | { readonly type: 'drain' }
  /** Everything ends, and no connections come any more. */
  | { readonly type: 'stop' };
