import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const PROGRAM = path.join(import.meta.dirname, 'nightly.ts');

/**
 * Makes the night's backup in a process of its own (nightly.ts), which is killed when `ending` is aborted: the job is then done
 * by the next process. Throws what went wrong.
 */
export async function runNightlyBackup(ending: AbortSignal, env = process.env): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM], {
    env,
    stdio: ['ignore', 'inherit', 'pipe'],
    signal: ending,
  });
  child.once('error', () => {});
  const closed = new Promise((resolve) => child.once('close', resolve));
  const [said] = await Promise.all([text(child.stderr), closed]);
  if (child.exitCode !== 0)
    throw new Error(
      ending.aborted ? 'this process ends' : said.trim() || `it was ended by ${child.signalCode}`,
    );
}
