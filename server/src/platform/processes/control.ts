import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { StartupError } from '../startup-error.ts';
import { startupTexts } from '../startup-texts.ts';
import type { ParentVersion } from './parent-version.ts';

/** What `npm run reload` asks for: to serve the code in `folder` on the Node at `execPath`. */
export type ReloadRequest = {
  readonly folder: string;
  readonly execPath: string;
  readonly version: ParentVersion;
};

/** Says lines to the person who asked; resolves to whether it was done. */
export type Reload = (request: ReloadRequest, say: (line: string) => void) => Promise<boolean>;

type Answer = { readonly line: string } | { readonly isDone: boolean };

/** The longest path of a Unix socket. */
const LONGEST_PATH = 103;

/** In the data folder, which only its owner may enter. */
function pathIn(dataDir: string): string {
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\openlarder-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const file = path.join(dataDir, 'control.sock');
  if (Buffer.byteLength(file) > LONGEST_PATH)
    throw new StartupError((translate) => translate(startupTexts, 'reload-too-long', { folder: dataDir }));
  return file;
}

/**
 * Listens for `askToReload` in the parent of `dataDir`'s processes; returns what ends it. Throws an error where no socket
 * can be, such as a StartupError for a long path, and where another parent listens.
 */
export async function listenForReload(dataDir: string, reload: Reload): Promise<() => Promise<void>> {
  const at = pathIn(dataDir);
  if (await isAnswered(at)) throw new Error('another OpenLarder runs on this DATA_DIR and takes the reloads');
  if (process.platform !== 'win32') fs.rmSync(at, { force: true });
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    const answer = (what: Answer): void => void socket.write(`${JSON.stringify(what)}\n`);
    const isDoneAfter = async (line: string): Promise<boolean> =>
      reload(JSON.parse(line), (said) => answer({ line: said }));
    const lines = createInterface({ input: socket });
    // it repeats those of the socket
    lines.on('error', () => {});
    lines.once('line', (line) => {
      void isDoneAfter(line)
        .catch((error: unknown) => {
          answer({ line: String(error) });
          return false;
        })
        .then((isDone) => answer({ isDone }))
        .finally(() => socket.end());
    });
  });
  server.listen(at);
  await once(server, 'listening');
  if (process.platform !== 'win32') fs.chmodSync(at, 0o600);
  return async () => {
    server.close();
  };
}

/** Whether a parent listens there; a killed one leaves a socket that none answers. */
async function isAnswered(at: string): Promise<boolean> {
  const socket = net.connect(at);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * Asks the parent of `dataDir`'s processes to reload, and passes on what it says; resolves to whether it was done. Throws a
 * StartupError if none runs.
 */
export async function askToReload(
  dataDir: string,
  request: ReloadRequest,
  say: (line: string) => void,
): Promise<boolean> {
  const socket = net.connect(pathIn(dataDir));
  try {
    await once(socket, 'connect');
  } catch {
    throw new StartupError((translate) => translate(startupTexts, 'reload-absent', { folder: dataDir }));
  }
  socket.on('error', () => {});
  socket.write(`${JSON.stringify(request)}\n`);
  for await (const line of createInterface({ input: socket })) {
    const answer: Answer = JSON.parse(line);
    if ('isDone' in answer) return answer.isDone;
    say(answer.line);
  }
  return false;
}
