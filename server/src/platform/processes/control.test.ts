import * as fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { askToReload, listenForReload, type Reload, type ReloadRequest } from './control.ts';

const REQUEST: ReloadRequest = {
  folder: '/opt/openlarder',
  execPath: process.execPath,
  version: { OpenLarder: 'a', Node: 'b', PostgreSQL: 'c' },
};

async function listen(reload: Reload): Promise<string> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-control-'));
  const close = await listenForReload(dataDir, reload);
  onTestFinished(async () => {
    await close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });
  return dataDir;
}

async function ask(dataDir: string): Promise<{ isDone: boolean; said: string[] }> {
  const said: string[] = [];
  return { isDone: await askToReload(dataDir, REQUEST, (line) => said.push(line)), said };
}

test('what is no request is answered with its fault, and a caller that goes does no harm', async () => {
  const dataDir = await listen(async (_request, say) => {
    say('asked');
    return true;
  });
  const at = path.join(dataDir, 'control.sock');
  const odd = net.connect(at);
  odd.write('not a request\n');
  expect(await text(odd)).toMatch(/^\{"line":"SyntaxError: .+\n\{"isDone":false\}\n$/);
  await new Promise((gone) => {
    const socket = net.connect(at, () => socket.destroy());
    socket.once('close', gone);
  });
  expect(await ask(dataDir)).toEqual({ isDone: true, said: ['asked'] });
});

test('a reload that fails says why', async () => {
  const dataDir = await listen(() => Promise.reject(new Error('no memory')));
  expect(await ask(dataDir)).toEqual({ isDone: false, said: ['Error: no memory'] });
});

test('a second parent leaves the socket to the first, and takes one that a killed parent has left', async () => {
  const dataDir = await listen(async () => true);
  await expect(listenForReload(dataDir, async () => false)).rejects.toThrow('another OpenLarder runs');
  expect(await ask(dataDir)).toMatchObject({ isDone: true });

  const left = await listen(async () => true);
  const at = path.join(left, 'control.sock');
  fs.rmSync(at);
  fs.writeFileSync(at, '');
  const close = await listenForReload(left, async () => false);
  expect(await ask(left)).toMatchObject({ isDone: false });
  await close();
});
