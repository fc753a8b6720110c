import { SOURCE_LANGUAGE } from '@openlarder/domain/kernel/languages.ts';
import { calendarDay } from '@openlarder/domain/kernel/time.ts';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Db, Tx } from '#server/db/database.ts';
import type { Clock } from './clock.ts';
import type { EventLog } from './events/event-log.ts';
import type { HookHandler } from './hook.ts';
import type { RateLimits } from './http/rate-limits.ts';
import { makeIdGenerator, type NewId } from './ids.ts';
import type { Jobs } from './jobs.ts';
import { countMail, endMailTrouble, noteMailTrouble } from './mail/mail-state.ts';
import { mailTexts } from './mail/mail-texts.ts';
import { followedMailer, type Mailer } from './mail/mailer.ts';
import type { ObjectStore } from './object-store.ts';
import { openDatabase } from './postgres/database.ts';
import { openObjects } from './s3/open-objects.ts';
import type { Settings } from './settings/settings.ts';
import { translateInto } from './texts/translate.ts';

/** The mechanism that every use-case runs on: its first parameter. Other features are imported, never part of it. */
export type AppContext = {
  /** The context of the app outside of any transaction. */
  readonly root: AppContext;
  readonly settings: Settings;
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly eventLog: EventLog;
  readonly jobs: Pick<Jobs, 'add'>;
  /** Counts each mail that it sends, except those sent with `isCounted`, and notes whether the server takes them. */
  readonly mailer: Mailer;
  readonly objects: ObjectStore;
  readonly rateLimits: RateLimits;
  readonly log: FastifyBaseLogger;
  /** The handlers of all modules, in the order of the locks. */
  readonly hooks: readonly HookHandler[];
};

/** The context inside a transaction: `db` is the open transaction. Made by `inTransaction`. */
export type TxContext = Omit<AppContext, 'db'> & { readonly db: Tx };

/** What an app runs on; the demo and the tests bring a clock of their own. */
export type AppBase = Pick<AppContext, 'settings' | 'clock' | 'log'> & { readonly pool: pg.Pool };
export type AppContextOptions = AppBase & Omit<AppContext, 'root' | 'db' | 'newId' | 'objects'>;

export function makeAppContext({ pool, ...parts }: AppContextOptions): AppContext {
  const { settings, clock, log } = parts;
  const db = openDatabase(pool, (error) => log.error({ error }, 'what follows a commit failed'));
  const today = (): string => calendarDay(clock.now().getTime(), settings.timeZone);
  const root: AppContext = {
    ...parts,
    get root() {
      return root;
    },
    db,
    newId: makeIdGenerator(clock),
    mailer: settings.mail
      ? followedMailer(parts.mailer, {
          nowMs: () => clock.now().getTime(),
          count: (mail) => countMail(db, today(), mail),
          async noteTaken() {
            if (await endMailTrouble(db)) log.info('the mail server takes our mail again');
          },
          async noteFault({ answer, server }, remedy) {
            if (await noteMailTrouble(db, clock.now(), answer))
              log.error(
                { setting: 'SMTP_URL', server, answer },
                `no mail goes out. ${translateInto('en')(mailTexts, `remedy.${remedy}`)}`,
              );
          },
        })
      : parts.mailer,
    objects: openObjects(settings, {
      onFault: ({ answer, sentence }) =>
        log.error({ setting: 'S3_URL', answer }, sentence(translateInto(SOURCE_LANGUAGE))),
    }).objects,
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
