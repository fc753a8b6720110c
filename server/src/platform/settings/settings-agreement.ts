import { SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import { sql } from 'kysely';
import { createHash, randomUUID } from 'node:crypto';
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
const TELL_EVERY_MS = 10 * SECOND_MS;

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
 * Throws a StartupError if a process that was there within half a minute has other settings; else tells the others from
 * now on that this one is there. Returns what ends that.
 */
export async function agreeOnSettings(
  db: Db,
  settings: Settings,
  onFault: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const [id, own] = [randomUUID(), JSON.stringify(fingerprints(settings))];
  const tell = (on: Db) =>
    sql`insert into app_process (id, settings, seen_at) values (${id}, ${own}::jsonb, clock_timestamp())
      on conflict (id) do update set seen_at = excluded.seen_at`.execute(on);
  await db.transaction().execute(async (tx) => {
    // of two that start in the same moment, one looks after the other has told
    await sql`lock table app_process in share row exclusive mode`.execute(tx);
    const { rows } = await sql<{ name: string }>`
      select distinct mine.key as name from app_process, jsonb_each(${own}::jsonb) as mine
      where seen_at > clock_timestamp() - make_interval(secs => ${ALIVE_SECONDS})
        -- an older version may not know the setting
        and settings ? mine.key and settings -> mine.key is distinct from mine.value
      order by 1`.execute(tx);
    const names = rows.map(({ name }) => name).join(', ');
    if (names !== '')
      throw new StartupError((translate) => translate(startupTexts, 'settings-differ', { names }));
    await tell(tx);
  });
  const telling = setInterval(() => void tell(db).catch(onFault), TELL_EVERY_MS);
  return async () => {
    clearInterval(telling);
    await sql`delete from app_process where id = ${id}`.execute(db);
  };
}
