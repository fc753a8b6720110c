import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { sql } from 'kysely';
import type { TxContext } from '../app-context.ts';
import type { Clock } from '../clock.ts';
import type { Follower } from '../events/event-log-reader.ts';
import { COMMUNITY_VARIABLES, type CommunityTexts } from './environment.ts';
import { decidedByOrganizer, type Settings } from './settings.ts';

const CHANGED = 'settings-changed';
/** Timers cannot wait longer than some weeks. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

type Row = { readonly name: string; readonly value: string; readonly counts_from: Date };
type Parts = {
  readonly settings: Settings;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

/**
 * The settings of this process, in which what an organizer decides is replaced when any process has changed it, or when
 * the time comes from which it counts. The one place where it is read.
 */
export async function followSettings({ settings: given, pool, clock, log }: Parts): Promise<{
  readonly settings: Settings;
  readonly follower: Follower;
  readonly stop: () => void;
}> {
  const settings = { ...given };
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function read(): Promise<() => void> {
    const { rows } = await pool.query<Row>(
      'select name, value, counts_from from community_setting order by counts_from',
    );
    return () => {
      const now = clock.now();
      const texts = textsOf(rows.filter(({ counts_from }) => counts_from <= now));
      try {
        Object.assign(settings, decidedByOrganizer(texts, given));
      } catch (error) {
        log.warn({ error, texts }, 'settings of the community that are stored are invalid');
      }
      const next = rows.find(({ counts_from }) => counts_from > now);
      clearTimeout(timer);
      if (next && !isStopped)
        timer = setTimeout(
          renew,
          Math.min(next.counts_from.getTime() - now.getTime(), LONGEST_WAIT_MS),
        ).unref();
    };
  }
  function renew(): void {
    void read().then(
      (take) => take(),
      (error: unknown) => {
        log.warn({ error }, 'the settings of the community cannot be read for now');
        timer = isStopped ? undefined : setTimeout(renew, 1000).unref();
      },
    );
  }

  (await read())();
  return {
    settings,
    follower: { prepare: async ({ kind }) => (kind === CHANGED ? read() : () => {}), missed: renew },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const textsOf = (rows: readonly Row[]): CommunityTexts =>
  Object.fromEntries(
    COMMUNITY_VARIABLES.flatMap((name) => {
      const row = rows.findLast((each) => each.name === name);
      return row ? [[name, row.value]] : [];
    }),
  );

/** Stores what an organizer decides, from a time on; all processes follow. */
export async function decideSettings(tx: TxContext, texts: CommunityTexts, countsFrom: Date): Promise<void> {
  for (const [name, value] of Object.entries(texts)) {
    await sql`delete from community_setting where name = ${name} and counts_from >= ${countsFrom}`.execute(
      tx.db,
    );
    await sql`insert into community_setting (name, value, counts_from) values (${name}, ${value}, ${countsFrom})`.execute(
      tx.db,
    );
  }
  await tx.eventLog.append(tx, CHANGED, {}, { topics: [] });
}
