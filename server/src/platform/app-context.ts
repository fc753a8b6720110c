import type { DemoAccount } from '@openlarder/domain/community/community-contract.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Tx } from '#server/db/database.ts';
import type { Clock } from './clock.ts';
import type { EventLog } from './events/event-log.ts';
import type { HookRegistry } from './hook.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { NewId } from './ids.ts';
import type { Jobs } from './jobs.ts';
import type { Mailer } from './mail/mailer.ts';
import type { ObjectStore } from './object-store.ts';
import type { Settings } from './settings/settings.ts';

/** The mechanism every use-case runs on: its first parameter. Other features are imported, never carried here. */
export type AppContext = {
  /** The context of the app outside of any transaction. */
  readonly root: AppContext;
  readonly settings: Settings;
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly eventLog: EventLog;
  readonly jobs: Pick<Jobs, 'add'>;
  /** Counts each mail that it sends against the day's limit, except those sent with `isCounted`. */
  readonly mailer: Mailer;
  readonly objects: ObjectStore;
  readonly rateLimits: RateLimits;
  readonly log: FastifyBaseLogger;
  /** Closes the live connections of a session that has ended. */
  readonly closeSession: (sessionId: string) => Promise<void>;
  readonly hooks: HookRegistry;
  /** The accounts of the demo community, which sign in by one click; empty outside of a demo. */
  readonly demoAccounts: readonly DemoAccount[];
};

/** The context inside a transaction: `db` is the open transaction. Made by `inTransaction`. */
export type TxContext = AppContext & { readonly db: Tx };

/** Makes the context of an app; `root` becomes the context itself. */
export function makeAppContext(parts: Omit<AppContext, 'root'>): AppContext {
  const root: AppContext = {
    ...parts,
    get root() {
      return root;
    },
  };
  return root;
}

/**
 * State that lives as long as the app: a cache, a concurrency limit. `make` runs once for each app, on first use, with
 * the context outside of any transaction.
 */
export function perApp<State>(make: (ctx: AppContext) => State): (ctx: AppContext) => State {
  const states = new WeakMap<AppContext, { readonly state: State }>();
  return ({ root }) => {
    let made = states.get(root);
    if (!made) {
      made = { state: make(root) };
      states.set(root, made);
    }
    return made.state;
  };
}
