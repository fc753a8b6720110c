import { SOURCE_LANGUAGE } from '@openlarder/domain/kernel/languages.ts';
import { type Translate, translateInto } from './texts/translate.ts';
import { startupTexts } from './startup-texts.ts';

/** One sentence for the operator, in the community's language. */
export type StartupFault = (translate: Translate) => string;

/**
 * A condition outside of the program keeps it from starting: a setting, a folder, a port. The lines are
 * printed for the operator, without a stack. The message has them in English, for the log.
 */
export class StartupError extends Error {
  readonly faults: readonly StartupFault[];

  constructor(...faults: readonly StartupFault[]) {
    super(faultLines(faults, translateInto(SOURCE_LANGUAGE)).join('\n'));
    this.name = 'StartupError';
    this.faults = faults;
  }

  lines(translate: Translate): readonly string[] {
    return faultLines(this.faults, translate);
  }
}

const faultLines = (faults: readonly StartupFault[], translate: Translate): readonly string[] => [
  ...new Set(faults.map((fault) => fault(translate))),
];

/** The code of a system or database error, such as `ENOENT` or `57P03`; empty without one. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** A database that answered at first: it was stopped, or has no room or no connection left. */
const LOST =
  /^(53\d{3}|57P0\d|57014|25006|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$|^Connection terminated|^timeout exceeded when trying to connect|^Query read timeout/;

/**
 * The lines to print if starting failed; null for an internal error, which is printed with its stack. `host`
 * and `port` are where the app was to listen.
 */
export function startupErrorLines(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  translate: Translate,
): readonly string[] | null {
  if (error instanceof StartupError) return error.lines(translate);
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return [translate(startupTexts, 'port-taken', { host, port: String(port) })];
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return [translate(startupTexts, 'host-elsewhere', { host })];
    case 'EACCES':
      return [translate(startupTexts, 'port-forbidden', { port: String(port) })];
    case 'ENOSPC':
    case 'EDQUOT':
      return [translate(startupTexts, 'disk-full')];
    default: {
      const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
      const isLost = LOST.test(errorCode(error)) || LOST.test(said);
      return isLost ? [translate(startupTexts, 'database-lost', { said })] : null;
    }
  }
}
