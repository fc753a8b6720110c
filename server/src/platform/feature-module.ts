import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from './app-context.ts';
import type { Follower } from './events/event-log-reader.ts';
import type { HookHandler } from './hook.ts';
import type { FrameHandlers, LiveMessageOf } from './live/live-topic.ts';

/** Background work. It may run twice (a worker can die before it reports success), so it has to be idempotent. */
export type Task = {
  readonly run: (ctx: AppContext, payload: unknown) => Promise<unknown>;
  /** A cron pattern in UTC; without one the task runs only when it is queued. */
  readonly schedule?: string;
};

/** What a feature adds to the app, in its `<feature>.module.ts`. app.ts loops over the modules. */
export type FeatureModule = {
  readonly routes?: (http: FastifyInstance, ctx: AppContext) => void | Promise<void>;
  /** By the name under which jobs are kept in the database. */
  readonly tasks?: Readonly<Record<string, Task>>;
  /** The messages of kinds of events that say more than `changed`. */
  readonly messages?: (ctx: AppContext) => readonly LiveMessageOf[];
  /** What frames of sockets do, by their type. */
  readonly frames?: (ctx: AppContext) => Partial<FrameHandlers<ClientMessage>>;
  /** Hears every event before any socket does. */
  readonly follower?: (ctx: AppContext) => Follower;
  readonly hooks?: readonly HookHandler[];
  /** Runs before the app answers its first request. */
  readonly start?: (ctx: AppContext) => Promise<void> | void;
  /** Whether requests are answered as fast as usual: false while this process still reads what it keeps in memory. */
  readonly isReady?: (ctx: AppContext) => boolean;
  /** Runs when the last request is answered. */
  readonly stop?: (ctx: AppContext) => Promise<void> | void;
};
