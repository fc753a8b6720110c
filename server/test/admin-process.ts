import { spawn } from 'node:child_process';
import path from 'node:path';
import { openersOf, runAdminCommand } from '#server/admin/run-admin-command.ts';
import { translateInto } from '#server/platform/texts/translate.ts';
import { COMPILE_CACHE } from './app-process.ts';

const ADMIN = path.join(import.meta.dirname, '../src/admin.ts');

export type AdminAnswer = { readonly code: number | null; readonly out: string; readonly err: string };

/** The admin command as a separate process without a terminal. */
export function startAdmin(
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): { readonly answer: Promise<AdminAnswer>; readonly interrupt: () => void } {
  const child = spawn(process.execPath, [ADMIN, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
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

/** The same command in this process, which takes a tenth of the time. It has no terminal either. */
export async function runAdminHere(
  env: Readonly<Record<string, string>>,
  ...given: readonly string[]
): Promise<AdminAnswer> {
  const translate = translateInto('en');
  let opened: Promise<{ close(): Promise<void> }> | undefined;
  const { exitCode, lines } = await runAdminCommand(given, {
    translate,
    confirm: async () => false,
    isInterrupted: () => false,
    ...openersOf(env, translate, (opening) => {
      opened = opening;
      return opening;
    }),
  });
  await (await opened?.catch(() => undefined))?.close();
  const text = lines.map((line) => `${line}\n`).join('');
  return { code: exitCode, out: exitCode === 0 ? text : '', err: exitCode === 0 ? '' : text };
}
