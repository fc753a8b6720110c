import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isProcessAlive } from '#server/platform/postgres/embedded-postgres-cluster.ts';

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';
/** More than the clusters of a whole run and all its processes take. */
const ROOM_BYTES = 8e9;
const NAME = /^openlarder-run-(\d+)-/;

/**
 * A new folder for files of this run: in memory if there is room, because each test file copies a database of a
 * thousand files, which takes up to ten times as long on a busy disk. Leftovers of killed runs in memory are removed.
 */
export function makeRunFolder(memory = MEMORY, roomBytes = ROOM_BYTES): string {
  removeLeftovers(memory);
  const parent = freeBytesOf(memory) >= roomBytes ? memory : os.tmpdir();
  return fs.mkdtempSync(path.join(parent, `openlarder-run-${process.pid}-`));
}

function removeLeftovers(memory: string): void {
  for (const name of fs.existsSync(memory) ? fs.readdirSync(memory) : []) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !isProcessAlive(Number(pid)))
      fs.rmSync(path.join(memory, name), { recursive: true, force: true });
  }
}

function freeBytesOf(memory: string): number {
  if (!fs.existsSync(memory)) return 0;
  const { bavail, bsize } = fs.statfsSync(memory);
  return Math.min(bavail * bsize, process.availableMemory());
}
