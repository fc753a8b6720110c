import { once } from 'node:events';
import net, { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#server/test/app-process.ts';
import { makeDispatcher } from './dispatcher.ts';

/** Who is given connections, and ends each once it is told to take the next. */
function makeTaker() {
  const given: Socket[] = [];
  return {
    given,
    send(_message: unknown, socket?: unknown): boolean {
      if (socket instanceof Socket) given.push(socket);
      return true;
    },
  };
}

async function connect(port: number): Promise<Socket> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test('gives connections in turn to who is free, and at the end each that waits', async () => {
  const port = Number(await freePort());
  const dispatcher = makeDispatcher();
  await dispatcher.listen({ host: '127.0.0.1', port });
  const [first, second, third] = [makeTaker(), makeTaker(), makeTaker()];
  dispatcher.add(first);
  dispatcher.add(second);
  const clients = await Promise.all(Array.from({ length: 4 }, () => connect(port)));
  await expect.poll(() => [first.given.length, second.given.length]).toEqual([1, 1]);
  dispatcher.taken(second);
  await expect.poll(() => second.given.length).toBe(2);
  // it has been exchanged for another, and what it was given is its own
  dispatcher.remove(first);
  dispatcher.taken(first);
  dispatcher.add(third);
  await expect.poll(() => third.given.length).toBe(1);

  // still in the system's queue when it closes
  const last = await Promise.all(Array.from({ length: 20 }, () => connect(port)));
  const closed = dispatcher.close();
  for (const taker of [second, third])
    void (async () => {
      for (let seen = 0; first.given.length + second.given.length + third.given.length < 24; ) {
        const { length } = taker.given;
        if (length > seen) dispatcher.taken(taker);
        seen = length;
        await new Promise(setImmediate);
      }
    })();
  await closed;
  expect(first.given).toHaveLength(1);
  expect(second.given.length + third.given.length).toBe(23);
  const isOpen = ({ destroyed }: Socket): boolean => !destroyed;
  expect([...first.given, ...second.given, ...third.given].every(isOpen)).toBe(true);
  await expect(connect(port)).rejects.toThrow('ECONNREFUSED');
  for (const socket of [...first.given, ...second.given, ...third.given, ...clients, ...last])
    socket.destroy();
});

test('at the end refuses those who never stop calling, instead of resetting what they have connected', async () => {
  const port = Number(await freePort());
  const dispatcher = makeDispatcher();
  await dispatcher.listen({ host: '127.0.0.1', port });
  let answered = 0;
  const taker = {
    send(_message: unknown, socket?: unknown): boolean {
      if (socket instanceof Socket) socket.resume().end('answered', () => answered++);
      queueMicrotask(() => dispatcher.taken(taker));
      return true;
    },
  };
  dispatcher.add(taker);
  /** How it ends: with the code of the fault, or null after an answer. */
  const callOnce = (): Promise<string | null> =>
    new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1');
      socket.write('a call');
      // what it does afterwards with what it was sent is no matter here
      socket.once('data', () => resolve(null));
      socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? ''));
      socket.once('close', () => resolve('closed'));
    });
  const faults = Array.from({ length: 100 }, async () => {
    for (;;) {
      const fault = await callOnce();
      if (fault !== null) return fault;
    }
  });
  await expect.poll(() => answered).toBeGreaterThan(300);
  await dispatcher.close();
  expect((await Promise.all(faults)).filter((fault) => fault !== 'ECONNREFUSED').length).toBeLessThan(5);
});
