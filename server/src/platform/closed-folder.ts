import { chmod, mkdir, stat } from 'node:fs/promises';

/** Only its owner may look into a folder with people's data. */
const CLOSED = 0o700;
const OTHERS = 0o077;

/** Makes a folder, and those above it, that only its owner can enter; an open one that exists is closed. */
export async function makeClosedFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: CLOSED });
  await closeFolder(folder);
}

/** Closes an existing folder to others. One of another owner, or on a file system without modes, stays as it is. */
export async function closeFolder(folder: string): Promise<void> {
  try {
    const { mode } = await stat(folder);
    if ((mode & OTHERS) !== 0) await chmod(folder, CLOSED);
  } catch {
    // whoever made it decides who may enter it
  }
}
