import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = path.join(import.meta.dirname, '../src/main.ts');
/** As the start script sets it: half of the time is compiling the modules. */
export const COMPILE_CACHE = path.join(import.meta.dirname, '../../node_modules/.cache/openlarder/compiled');

export type Process = {
  readonly address: string;
  readonly pid: number;
  /** Null while it runs. */
  exitCode(): number | null;
  /** What it has printed so far. */
  printed(): string;
  /** Sends the signal and waits for the end; returns the exit code, null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

/** The process ids of the workers of an app that `startApp` has started. */
export function workersOf({ pid }: Process): number[] {
  if (process.platform === 'linux')
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number)
      .filter(isWorker);
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, own, parent] = /^\s*(\d+)\s+(\d+)\s.*worker[.]ts/.exec(line) ?? [];
    return Number(parent) === pid ? [Number(own)] : [];
  });
}

function isWorker(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker.ts');
  } catch {
    // it has ended
    return false;
  }
}

/** A port of this machine that was free a moment ago. */
export async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(typeof address === 'object' && address !== null ? address.port : 0);
}

/** Runs a program that is given a port, a free one by default, and prints that it "is at" an address once it listens there. */
export async function startProcess(
  program: string,
  argumentsFor: (port: string) => readonly string[],
  envFor: (port: string) => Readonly<Record<string, string>> = () => ({}),
  givenPort?: string,
): Promise<Process> {
  const port = givenPort ?? (await freePort());
  const child = spawn(process.execPath, [program, ...argumentsFor(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE, ...envFor(port) },
  });
  let complaints = '';
  let printed = '';
  let isEnding = false;
  let isUp = false;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      resolve();
      // a process that ends unexpectedly fails its test, so its output is printed to show why
      if (isUp && !isEnding) process.stderr.write(complaints);
    }),
  );
  const up = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed += `${line}\n`;
      if (!/ is (running )?at /.test(line)) return;
      isUp = true;
      resolve();
    });
  });
  await Promise.race([up, ended]);
  if (!isUp) throw new Error(`${program} ended with ${child.exitCode}: ${complaints}`);
  return {
    address: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    exitCode: () => child.exitCode,
    printed: () => printed,
    async end(signal) {
      isEnding = true;
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

/** The server as a separate process on `dataDir`; resolves when it prints its address. */
export async function startApp(
  dataDir: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Process> {
  return startProcess(
    MAIN,
    () => args,
    (port) => ({ PORT: port, DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...env }),
    env['PORT'],
  );
}
