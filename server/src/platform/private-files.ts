import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { chmod, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '#server/platform/startup-error.ts';

/** Only its owner may look into a folder with people's data. */
const OWNER_ONLY = 0o700;
const OTHERS = 0o077;

/** Makes a folder, and those above it, that only its owner can enter; an existing one is closed to others. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
  await makeFolderPrivate(folder);
}

/** Closes an existing folder to others. One of another owner, or on a file system without modes, stays as it is. */
export async function makeFolderPrivate(folder: string): Promise<void> {
  try {
    const { mode } = await stat(folder);
    if ((mode & OTHERS) !== 0) await chmod(folder, OWNER_ONLY);
  } catch {
    // its creator decides who may enter it
  }
}

const SECRET_BYTES = 32;

/**
 * Reads the secret in `folder/name`, which only its owner can read; creates it if missing. Safe for
 * concurrent starts and crashes.
 */
export function readOrCreateSecret(folder: string, name: string): string {
  const file = path.join(folder, name);
  const kept = readKept(file);
  if (kept !== null) return kept;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  fs.writeFileSync(draft, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600, flush: true });
  try {
    // unlike a rename, a link never replaces the secret of a concurrent start
    fs.linkSync(draft, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
  return fs.readFileSync(file, 'utf8').trim();
}

function readKept(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
