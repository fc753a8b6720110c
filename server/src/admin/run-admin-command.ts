import { parseArgs } from 'node:util';
import { isDatabaseUnavailable } from '#server/platform/http/http-errors.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Environment } from '#server/platform/settings/environment.ts';
import { StoreFault } from '#server/platform/s3/store-fault.ts';
import { errorCode, StartupError } from '#server/platform/startup-error.ts';
import type { Translate } from '#server/platform/texts/translate.ts';
import { adminTexts as texts } from './admin-texts.ts';
import {
  COMMAND_LINE,
  COMMAND_NAMES,
  CommandError,
  type Hold,
  isOperation,
  type OperationName,
  usage,
} from './admin-command.ts';
import { printable } from './terminal-format.ts';

/** What a shell gives to a program that was interrupted. */
export const INTERRUPTED = 130;

export type AdminEnvironment = {
  readonly translate: Translate;
  /** Opens the community; called only for commands that can run. */
  readonly openContext: () => Promise<AppContext>;
  /** Runs a command that opens for itself what it needs. */
  readonly operate: (name: OperationName, args: readonly string[]) => Promise<readonly string[]>;
  /** Asks on the terminal; without one only `--yes` confirms. */
  readonly confirm: (question: string) => Promise<boolean>;
  readonly isInterrupted?: () => boolean;
};

export function openersOf(
  env: Environment,
  translate: Translate,
  hold: Hold,
): Pick<AdminEnvironment, 'openContext' | 'operate'> {
  return {
    async openContext() {
      const { openAdminContext } = await import('./open-admin-context.ts');
      return (await hold(openAdminContext(env))).ctx;
    },
    async operate(name, args) {
      const { OPERATIONS } = await import('./operations.ts');
      return OPERATIONS[name]({ env, translate, hold }, args);
    },
  };
}

/** What the command prints, on the error stream unless `exitCode` is 0. */
export type AdminResult = { readonly exitCode: number; readonly lines: readonly string[] };

/** Runs `npm run admin -- <args>` in this process. Never throws. */
export async function runAdminCommand(
  args: readonly string[],
  environment: AdminEnvironment,
): Promise<AdminResult> {
  const { translate, openContext, operate, confirm, isInterrupted = () => false } = environment;
  let isOpen = false;
  try {
    const parsed = parse(args);
    if (!parsed) throw new CommandError(usage(translate), 2);
    const { yes, talk = false, help, positionals } = parsed;
    const [name, ...rest] = positionals;
    if (help || name === 'help') return { exitCode: 0, lines: [usage(translate)] };
    if (name === undefined) throw new CommandError(usage(translate), 2);
    const command = COMMAND_NAMES.find((one) => one === name);
    if (!command) {
      const line = translate(texts, 'unknown-command', { name: printable(name) });
      throw new CommandError(`${line}\n\n${usage(translate)}`, 2);
    }
    if (isOperation(command)) return { exitCode: 0, lines: await operate(command, rest) };
    const { COMMANDS } = await import('./commands.ts');
    const ctx = await openContext();
    isOpen = true;
    if (isInterrupted()) throw new CommandError(translate(texts, 'unchanged'));
    const input = {
      translate,
      args: rest,
      talk,
      confirm: async (question: string) => yes || confirm(question),
    };
    return { exitCode: 0, lines: await COMMANDS[command](ctx, input) };
  } catch (error) {
    return failureOf(error, { translate, isOpen, isInterrupted: isInterrupted() });
  }
}

/** Null for options that do not exist. */
function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { yes: { type: 'boolean' }, talk: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    return { ...values, positionals };
  } catch {
    return null;
  }
}

function failureOf(
  error: unknown,
  {
    translate,
    isOpen,
    isInterrupted,
  }: { readonly translate: Translate; readonly isOpen: boolean; readonly isInterrupted: boolean },
): AdminResult {
  const failure = (exitCode: number, ...lines: readonly string[]): AdminResult => ({ exitCode, lines });
  if (error instanceof CommandError) return failure(error.exitCode, error.message);
  if (error instanceof StoreFault) return failure(1, error.sentence(translate));
  if (error instanceof StartupError) return failure(1, ...error.lines(translate));
  // the database may have committed before it went away
  const when = isOpen ? 'after' : 'before';
  const command = `${COMMAND_LINE} log`;
  if (isInterrupted) return failure(INTERRUPTED, translate(texts, `interrupted-${when}`, { command }));
  if (isDatabaseUnavailable(error)) {
    const code = errorCode(error) || 'none';
    return failure(1, translate(texts, `no-answer-${when}`, { code, command }));
  }
  return failure(1, error instanceof Error ? (error.stack ?? error.message) : String(error));
}
