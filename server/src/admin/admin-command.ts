import { parseArgs } from 'node:util';
import type { AppContext } from '#server/platform/app-context.ts';
import { isDatabaseUnavailable } from '#server/platform/http/http-errors.ts';
import { errorCode, StartupError } from '#server/platform/startup-error.ts';
import { COMMAND_NAMES, Refusal } from './command.ts';
import { printable } from './terminal-format.ts';
import { USAGE } from './usage.ts';

/** What a shell gives to a program that was interrupted. */
export const INTERRUPTED = 130;

export type AdminEnvironment = {
  /** Opens the community; called only for commands that can run. */
  readonly openContext: () => Promise<AppContext>;
  /** Asks on the terminal; without one only `--yes` confirms. */
  readonly confirm: (question: string) => Promise<boolean>;
  readonly isInterrupted?: () => boolean;
};
/** What the command prints, on the error stream unless `exitCode` is 0. */
export type AdminResult = { readonly exitCode: number; readonly lines: readonly string[] };

/** Runs `npm run admin -- <args>` in this process. Never throws. */
export async function runAdminCommand(
  args: readonly string[],
  { openContext, confirm, isInterrupted = () => false }: AdminEnvironment,
): Promise<AdminResult> {
  let isOpen = false;
  try {
    const { yes, talk = false, help, words } = parse(args);
    const [name, ...rest] = words;
    if (help || name === 'help') return { exitCode: 0, lines: [USAGE] };
    if (name === undefined) throw new Refusal(USAGE, 2);
    const command = COMMAND_NAMES.find((one) => one === name);
    if (!command) throw new Refusal(`"${printable(name)}" is nothing that can be done.\n\n${USAGE}`, 2);
    const { COMMANDS } = await import('./commands.ts');
    const ctx = await openContext();
    isOpen = true;
    if (isInterrupted()) throw new Refusal('Nothing was changed.');
    const input = { words: rest, talk, confirm: async (question: string) => yes || confirm(question) };
    return { exitCode: 0, lines: await COMMANDS[command](ctx, input) };
  } catch (error) {
    return failureOf(error, isOpen, isInterrupted());
  }
}

function parse(args: readonly string[]) {
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

function failureOf(error: unknown, isOpen: boolean, isInterrupted: boolean): AdminResult {
  const failure = (exitCode: number, line: string): AdminResult => ({ exitCode, lines: [line] });
  if (error instanceof Refusal) return failure(error.exitCode, error.message);
  if (error instanceof StartupError) return failure(1, error.message);
  // the database may have committed before it went away
  const outcome = isOpen ? 'look with "npm run admin -- log" whether it was done' : 'nothing was changed';
  if (isInterrupted) return failure(INTERRUPTED, `Interrupted: ${outcome}.`);
  if (isDatabaseUnavailable(error)) {
    const code = errorCode(error);
    return failure(1, `The database does not answer${code && ` (${code})`}: ${outcome}.`);
  }
  return failure(1, error instanceof Error ? (error.stack ?? error.message) : String(error));
}
