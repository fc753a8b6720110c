import path from 'node:path';
import { backupFile, backupPlaces, type BackupCopy } from '#server/backup/backup-places.ts';
import { backupTexts as texts } from '#server/backup/backup-texts.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { type Environment, readEnvironment } from '#server/platform/settings/environment.ts';
import { openObjects } from '#server/platform/s3/open-objects.ts';
import type { StoreAddress } from '#server/platform/s3/store-address.ts';
import type { Translate } from '#server/platform/texts/translate.ts';
import { CommandError, type Hold, type OperationName } from './admin-command.ts';
import { examine } from './doctor.ts';
import { openAdminContext, openRestoreDatabase } from './open-admin-context.ts';

type Openers = { readonly env: Environment; readonly translate: Translate; readonly hold: Hold };
type Operation = (openers: Openers, args: readonly string[]) => Promise<readonly string[]>;

const MEGABYTE = 1_000_000;
/** What reaches people, photos and money beyond the machine. */
const REACHES_OUT = ['SMTP_URL', 'S3_URL', 'BACKUP_S3_URL', 'STRIPE_SECRET_KEY'];

function fileIn(translate: Translate, command: OperationName, [file]: readonly string[]): string {
  if (file) return path.resolve(file);
  throw new CommandError(translate(texts, 'which-file', { command: `npm run ${command} -- <file>` }), 2);
}

const backup: Operation = async ({ env, translate, hold }, args) => {
  const file = fileIn(translate, 'backup', args);
  const { ctx, pool } = await hold(openAdminContext(env));
  const { rows, objects: photos, bytes } = await writeBackup({ ...ctx, pool }, backupFile(file));
  const megabytes = Math.ceil(bytes / MEGABYTE);
  return [translate(texts, 'made', { file, rows, photos, megabytes }), translate(texts, 'secret')];
};

const restore: Operation = async ({ env, translate, hold }, args) => {
  const file = fileIn(translate, 'restore', args);
  const {
    DATA_DIR,
    DATABASE_URL,
    DATABASE_DIRECT_URL = DATABASE_URL,
    S3_URL,
    ...read
  } = readEnvironment(env);
  const dataDir = path.resolve(DATA_DIR);
  const copy = nightlyIn(read.BACKUP_S3_URL ?? null, { dataDir, name: args[0] ?? '' }) ?? backupFile(file);
  const { manifest, rows, objects } = await restoreBackup(copy, {
    dataDir,
    files: openObjects({ dataDir, photoStore: S3_URL ?? null }),
    env,
    openPool: async () => (await hold(openRestoreDatabase(DATABASE_DIRECT_URL, dataDir))).pool,
  });
  const values = {
    file: copy.name,
    madeAt: `${manifest.madeAt.slice(0, 16).replace('T', ' ')} UTC`,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
    photos: objects,
  };
  const names = REACHES_OUT.filter((name) => env[name]);
  const reaches = new Intl.ListFormat(translate.language).format(names);
  return [
    translate(texts, 'restored', values),
    ...(names.length > 0 ? [translate(texts, 'for-real', { names: reaches })] : []),
  ];
};

/** The backup of a night in the bucket, named `openlarder-2026-11-28`; null for any other name. */
function nightlyIn(
  store: StoreAddress | null,
  { dataDir, name }: { readonly dataDir: string; readonly name: string },
): BackupCopy | null {
  const day = /^openlarder-(\d{4}-\d\d-\d\d)$/.exec(name)?.[1];
  const [place] = backupPlaces({ backups: { folder: null, store, keep: 1 }, dataDir });
  return place && day !== undefined ? place.of(day) : null;
}

const doctor: Operation = async ({ env, translate, hold }) => {
  const { lines, isWell } = await examine(env, translate, () => hold(openAdminContext(env)));
  if (!isWell) throw new CommandError(lines.join('\n'));
  return lines;
};

export const OPERATIONS: Readonly<Record<OperationName, Operation>> = { backup, restore, doctor };
