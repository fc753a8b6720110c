import { SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import { sql } from 'kysely';
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/db/database.ts';
import { StartupError } from '../startup-error.ts';
import { startupTexts } from '../startup-texts.ts';
import type { Settings } from './settings.ts';

/** What processes on one database answer differently by: with another secret, two of three requests would be signed out. */
const AGREED: Readonly<Record<string, (settings: Settings) => unknown>> = {
  SESSION_SECRET: ({ sessionSecret }) => sessionSecret,
  // each port of this machine is an address of its own
  PUBLIC_URL: ({ publicUrl, isLocal }) => (isLocal ? null : publicUrl),
  TIME_ZONE: ({ timeZone }) => timeZone,
  COUNTRY: ({ country }) => country,
  CURRENCY: ({ currency }) => currency,
  OIDC_ISSUER: ({ oidc }) => [oidc?.issuer, oidc?.clientId],
  // where the photos are; keys to them may be replaced one process after the other
  S3_URL: ({ photoStore }) => photoStore?.endpoint ?? null,
  STRIPE_SECRET_KEY: ({ payments }) => payments?.secretKey,
};

const ALIVE_SECONDS = 30;
const TELL_EVERY_MS = 5 * SECOND_MS;
const LOOK_EVERY_MS = SECOND_MS;

const fingerprints = (settings: Settings): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(AGREED).map(([name, read]) => [
      name,
      createHash('sha256')
        .update(JSON.stringify([name, read(settings)]))
        .digest('base64url')
        .slice(0, 16),
    ]),
  );

/**
 * Throws a StartupError if a process that runs has other settings; else tells the others from now on that this one is there.
 * Returns what ends that. One that was there within half a minute may have been killed, so it waits until that one says
 * something, or no longer counts.
 */
export async function agreeOnSettings(
  db: Db,
  settings: Settings,
  onFault: (error: unknown) => void,
  { tellEveryMs = TELL_EVERY_MS, lookEveryMs = LOOK_EVERY_MS } = {},
): Promise<() => Promise<void>> {
  const [id, own] = [randomUUID(), JSON.stringify(fingerprints(settings))];
  const tell = (on: Db) =>
    sql`insert into app_process (id, settings, seen_at) values (${id}, ${own}::jsonb, clock_timestamp())
      on conflict (id) do update set seen_at = excluded.seen_at`.execute(on);
  /** Those that have other settings and say nothing, with when they did. */
  const agree = async (before: ReadonlyMap<string, string> | null): Promise<ReadonlyMap<string, string>> =>
    db.transaction().execute(async (tx) => {
      // of two that start in the same moment, one looks after the other has told
      await sql`lock table app_process in share row exclusive mode`.execute(tx);
      const { rows } = await sql<{ process: string; seen: string; name: string }>`
      select id as process, seen_at::text as seen, mine.key as name
      from app_process, jsonb_each(${own}::jsonb) as mine
      where seen_at > clock_timestamp() - make_interval(secs => ${ALIVE_SECONDS})
        -- an older version may not know the setting
        and settings ? mine.key and settings -> mine.key is distinct from mine.value
      order by name`.execute(tx);
      if (before && rows.some(({ process, seen }) => before.get(process) !== seen)) {
        const names = [...new Set(rows.map(({ name }) => name))].join(', ');
        throw new StartupError((translate) => translate(startupTexts, 'settings-differ', { names }));
      }
      if (rows.length === 0) await tell(tx);
      return new Map(rows.map(({ process, seen }) => [process, seen]));
    });
  for (let silent = await agree(null); silent.size > 0; silent = await agree(silent))
    await sleep(lookEveryMs);
  const telling = setInterval(() => void tell(db).catch(onFault), tellEveryMs);
  return async () => {
    clearInterval(telling);
    await sql`delete from app_process where id = ${id}`.execute(db);
  };
}
