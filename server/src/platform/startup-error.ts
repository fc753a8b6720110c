/**
 * A condition outside of the program keeps it from starting: a setting, a folder, a port. The lines are
 * printed for the operator, without a stack.
 */
export class StartupError extends Error {
  readonly lines: readonly string[];

  constructor(...lines: string[]) {
    super(lines.join('\n'));
    this.name = 'StartupError';
    this.lines = lines;
  }
}

/** The code of a system or database error, such as `ENOENT` or `57P03`; empty without one. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/**
 * The lines to print if starting failed; null for an internal error, which is printed with its stack. `host`
 * and `port` are where the app was to listen.
 */
export function startupErrorLines(error: unknown, host: string, port: number): readonly string[] | null {
  if (error instanceof StartupError) return error.lines;
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return [`Port ${port} on ${host} is taken: stop what listens there, or set PORT to another number.`];
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return [`HOST ${host} is not an address of this machine.`];
    case 'EACCES':
      return [`This user may not listen on port ${port}: set PORT to a number above 1023.`];
    default:
      return null;
  }
}
