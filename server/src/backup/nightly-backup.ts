import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { makePrivateFolder } from '#server/platform/private-files.ts';
import type { Settings } from '#server/platform/settings/settings.ts';
import { type BackupSource, writeBackup } from './write-backup.ts';

/** The backups that the schedule makes; files of other names are left alone. */
const NIGHTLY = /^openlarder-\d{4}-\d\d-\d\d[.]tar[.]zst$/;

/** The names of nightly backups, the oldest first. */
export const nightlyBackupsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => NIGHTLY.test(name)).toSorted();

/** Writes today's backup, unless it is there, then removes the oldest ones beyond `keep`. */
export async function backUpNightly(
  source: BackupSource & { readonly log: Pick<FastifyBaseLogger, 'info'> },
  backups: Settings['backups'],
): Promise<void> {
  if (!backups) return;
  const { folder, keep } = backups;
  await makePrivateFolder(folder);
  const file = path.join(folder, `openlarder-${source.clock.now().toISOString().slice(0, 10)}.tar.zst`);
  if (!existsSync(file)) source.log.info({ file, ...(await writeBackup(source, file)) }, 'backed up');
  for (const old of (await nightlyBackupsIn(folder)).slice(0, -keep)) await rm(path.join(folder, old));
}
