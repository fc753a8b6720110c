import { spawn } from 'node:child_process';
import path from 'node:path';

const ADMIN = path.join(import.meta.dirname, '../admin.ts');
/** As set by the start script: compiling the modules takes half of the time. */
const COMPILED = path.join(import.meta.dirname, '../../../node_modules/.cache/openlarder/compiled');

export type AdminAnswer = { readonly code: number | null; readonly out: string; readonly err: string };

/** The admin command as a separate process without a terminal. */
export function startAdmin(
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): { readonly answer: Promise<AdminAnswer>; readonly interrupt: () => void } {
  const child = spawn(process.execPath, [ADMIN, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILED, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const answer = new Promise<AdminAnswer>((resolve) =>
    child.once('close', (code) => resolve({ code, out, err })),
  );
  return { answer, interrupt: () => child.kill('SIGINT') };
}

/** As `startAdmin`; resolves when the process has ended. */
export const runAdmin = (...given: Parameters<typeof startAdmin>): Promise<AdminAnswer> =>
  startAdmin(...given).answer;
