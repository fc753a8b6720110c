/**
 * Something outside the program keeps it from starting: a setting, a folder, a port. Each line says one thing that
 * is wrong in words for whoever runs the server; they are printed as they are, without a stack.
 */
export class StartupError extends Error {
  readonly lines: readonly string[];

  constructor(...lines: string[]) {
    super(lines.join('\n'));
    this.name = 'StartupError';
    this.lines = lines;
  }
}

/** The code of a system or database error, as in `ENOENT` or `57P03`; empty when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/**
 * The lines to print when starting failed, or null when the failure is the program's own and wants its stack.
 * `host` and `port` are where it was to listen.
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
