import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { isActName, makeActs } from '#server/admin/acts.ts';
import { Refusal } from '#server/admin/asking.ts';
import type { Community } from '#server/admin/open-community.ts';
import { printable } from '#server/admin/printing.ts';
import { USAGE } from '#server/admin/usage.ts';
import { isDatabaseUnavailable } from '#server/platform/http/http-errors.ts';
import { errorCode, StartupError } from '#server/platform/startup-error.ts';

/** What a shell gives to a program that was interrupted. */
const INTERRUPTED = 130;

let opening: Promise<Community> | null = null;
let isOpen = false;
let isLeaving = false;

/** Ends with what was begun, also while it is just beginning: our own PostgreSQL runs on only where it ran before. */
async function leave(exitCode: number): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  const community = await opening?.catch(() => null);
  await community?.close();
  process.exit(exitCode);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void leave(INTERRUPTED));

async function ask(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.once('SIGINT', () => void leave(INTERRUPTED));
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

function read(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { yes: { type: 'boolean' }, talk: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    return { ...values, words: positionals };
  } catch {
    throw new Refusal(USAGE, 2);
  }
}

async function run(): Promise<readonly string[]> {
  const { yes, talk = false, help, words } = read(process.argv.slice(2));
  const [name, ...rest] = words;
  if (help || name === 'help') return [USAGE];
  if (name === undefined) throw new Refusal(USAGE, 2);
  if (!isActName(name)) throw new Refusal(`"${printable(name)}" is nothing that can be done.\n\n${USAGE}`, 2);
  // the whole house: help and mistakes do not wait for it
  const { openCommunity } = await import('#server/admin/open-community.ts');
  opening = openCommunity(process.env);
  const community = await opening;
  isOpen = true;
  if (isLeaving) throw new Refusal('Nothing was changed.');
  return makeActs(community)[name]({ words: rest, talk, confirm: async (question) => yes || ask(question) });
}

function faultLine(error: unknown): { readonly line: string; readonly exitCode: number } {
  if (error instanceof Refusal) return { line: error.message, exitCode: error.exitCode };
  if (error instanceof StartupError) return { line: error.message, exitCode: 1 };
  // a commit may have been taken by a database that went away before it said so
  const outcome = isOpen ? 'look with "npm run admin -- log" whether it was done' : 'nothing was changed';
  if (isLeaving) return { line: `Interrupted: ${outcome}.`, exitCode: INTERRUPTED };
  if (isDatabaseUnavailable(error)) {
    const code = errorCode(error);
    return { line: `The database does not answer${code && ` (${code})`}: ${outcome}.`, exitCode: 1 };
  }
  return { line: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 1 };
}

try {
  for (const line of await run()) console.log(line);
  await leave(0);
} catch (error) {
  const { line, exitCode } = faultLine(error);
  console.error(line);
  await leave(exitCode);
}
