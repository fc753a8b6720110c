import { statfs } from 'node:fs/promises';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { sql } from 'kysely';
import { versionOf } from '#server/db/migrate.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { isDatabaseUnavailable } from '#server/platform/http/http-errors.ts';
import { MailFault } from '#server/platform/mail/mail-fault.ts';
import { mailTexts } from '#server/platform/mail/mail-texts.ts';
import { tryMailServer } from '#server/platform/mail/mailer.ts';
import { hasOwnFiles } from '#server/platform/object-store.ts';
import { openPool } from '#server/platform/postgres/database.ts';
import { databaseConcerns, requireUsableDatabase } from '#server/platform/postgres/database-fault.ts';
import { isMoving } from '#server/platform/s3/move-objects.ts';
import { openObjects, tryObjects } from '#server/platform/s3/open-objects.ts';

import type { Environment } from '#server/platform/settings/environment.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { isProxyUnnamed } from '#server/platform/settings/startup-warnings.ts';
import { StartupError, type StartupFault } from '#server/platform/startup-error.ts';
import type { Translate } from '#server/platform/texts/translate.ts';
import { COMMAND_LINE } from './admin-command.ts';
import { doctorTexts as texts } from './admin-texts.ts';
import type { OpenedContext } from './open-admin-context.ts';
import { printable } from './terminal-format.ts';
import { backupPlaces } from '../backup/backup-places.ts';
import { sayingWhatToDo, StoreFault } from '../platform/s3/store-fault.ts';

const LEAST_FREE_BYTES = 2_000_000_000;
const GIGABYTE = 1_000_000_000;
/** The rarest task runs daily. */
const LATE_HOURS = 50;

/** What one part lacks, a line each; nothing if it is well. */
type Check = (opened: OpenedContext, translate: Translate) => Promise<readonly string[]>;

const CHECKS: Readonly<Record<'disk' | 'photos' | 'mail' | 'proxy' | 'tasks' | 'backups', Check>> = {
  async disk({ ctx }, translate) {
    const folder = ctx.settings.dataDir;
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const values = { folder, gigabytes: Math.floor((free / GIGABYTE) * 10) / 10 };
    return free < LEAST_FREE_BYTES ? [translate(texts, 'disk-full', values)] : [];
  },
  async photos({ ctx }, translate) {
    const { place, former } = openObjects(ctx.settings);
    await sayingWhatToDo(() => tryObjects(ctx));
    if (!(await hasOwnFiles(ctx.db, ctx.objects)))
      return [translate(texts, 'photos-elsewhere', { folder: place })];
    if (!former || !(await isMoving({ from: former.objects }))) return [];
    const command = `${COMMAND_LINE} photos move`;
    return [translate(texts, 'photos-moving', { folder: former.place, command })];
  },
  async mail({ ctx: { settings } }, translate) {
    if (!settings.mail) return [translate(texts, 'mail-none')];
    try {
      await tryMailServer(settings.mail);
      return [];
    } catch (error) {
      if (!(error instanceof MailFault)) throw error;
      const remedy = translate(mailTexts, `remedy.${error.remedy}`);
      return [`${error.server} (SMTP_URL): ${printable(error.said)} ${remedy}`];
    }
  },
  async proxy({ ctx: { settings } }, translate) {
    return isProxyUnnamed(settings) ? [translate(texts, 'proxy-untrusted')] : [];
  },
  tasks: ({ ctx }, translate) => taskFaults(ctx, translate),
  async backups({ ctx: { settings, clock } }, translate) {
    const places = backupPlaces(settings);
    if (places.length === 0) return [translate(texts, 'backups-none')];
    const faults = places.map(async (place) => {
      const days = await place.days().catch((error: unknown) => {
        if (error instanceof StoreFault) return error;
        throw error;
      });
      if (days instanceof StoreFault) return [days.sentence(translate)];
      const day = days.at(-1);
      const isOld = !day || clock.now().getTime() - Date.parse(day) > 3 * DAY_MS;
      return isOld ? [translate(texts, 'backups-old', { folder: place.name, day: day ?? '-' })] : [];
    });
    return (await Promise.all(faults)).flat();
  },
};

async function taskFaults({ db }: AppContext, translate: Translate): Promise<string[]> {
  const late = await sql<{ name: string }>`select name from scheduled_task
    where last_run_at < now() - ${LATE_HOURS} * interval '1 hour' order by name`.execute(db);
  const failed = await sql<{
    name: string;
    count: number;
  }>`select task_identifier as name, count(*)::int as count
    from graphile_worker.jobs where attempts >= max_attempts group by 1 order by 1`.execute(db);
  return [
    ...late.rows.map(({ name }) => translate(texts, 'task-late', { name })),
    ...failed.rows.map(({ name, count }) => translate(texts, 'jobs-failed', { name, count })),
  ];
}

async function tryDatabase(
  connectionString: string,
  directUrl: string | null,
): Promise<readonly StartupFault[]> {
  const pool = openPool({ connectionString, directUrl });
  try {
    await requireUsableDatabase(pool);
    return (await versionOf(pool)) === 'this' ? await databaseConcerns(pool) : [];
  } finally {
    await pool.end();
  }
}

/** Tries everything that the settings name; a row for each part, and a line for each fault with what to do. */
export async function examine(env: Environment, translate: Translate, open: () => Promise<OpenedContext>) {
  const found: { part: keyof typeof CHECKS | 'settings' | 'database'; faults: readonly string[] }[] = [];
  const linesOf = async (work: () => Promise<readonly string[]>): Promise<readonly string[]> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StartupError) return error.lines(translate);
      if (isDatabaseUnavailable(error)) return [translate(texts, 'database-away')];
      return [error instanceof Error ? error.message : String(error)];
    }
  };
  let opened: OpenedContext | null = null;
  const settings = await linesOf(async () => {
    readSettings(env);
    return [];
  });
  found.push({ part: 'settings', faults: settings });
  if (settings.length === 0) {
    const faults = await linesOf(async () => {
      const { databaseUrl, databaseDirectUrl } = readSettings(env);
      const concerns = databaseUrl ? await tryDatabase(databaseUrl, databaseDirectUrl) : [];
      opened = await open();
      return concerns.map((concern) => concern(translate));
    });
    found.push({ part: 'database', faults });
  }
  for (const part of ['disk', 'photos', 'mail', 'proxy', 'tasks', 'backups'] as const)
    if (opened) {
      const there: OpenedContext = opened;
      found.push({ part, faults: await linesOf(() => CHECKS[part](there, translate)) });
    }
  const names = found.map(({ part }) => translate(texts, `part.${part}`));
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const lines = found.flatMap(({ faults }, nth) =>
    (faults.length > 0 ? faults : [translate(texts, 'well')]).map((line) => names[nth]?.padEnd(width) + line),
  );
  return { lines, isWell: found.every(({ faults }) => faults.length === 0) };
}
