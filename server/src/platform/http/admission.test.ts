import type { Importance } from '@openlarder/domain/kernel/endpoint.ts';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { admitByImportance, leavePlace } from './admission.ts';
import { setErrorReplies } from './http-errors.ts';

/** An app whose calls end when told; `x-person` names who calls. */
async function heldApp() {
  const app = Fastify();
  setErrorReplies(app);
  const admit = admitByImportance(app, (headers) => String(headers['x-person']));
  app.addHook('onRequest', admit);
  const held: { readonly url: string; readonly end: () => void }[] = [];
  for (const importance of ['act', 'talk', 'look'] as const)
    app.post(`/${importance}`, { config: { importance } }, ({ url }) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      held.push({ url, end: () => resolve('done') });
      return promise;
    });
  /** Waits for another machine. */
  app.post('/elsewhere', { config: { importance: 'look' } }, (request) => {
    leavePlace(request);
    const { promise, resolve } = Promise.withResolvers<string>();
    held.push({ url: request.url, end: () => resolve('done') });
    return promise;
  });
  /** As a socket takes its connection over: no answer is sent. */
  app.post('/hijack', { config: { importance: 'look' } }, (_request, reply) => {
    reply.hijack();
    reply.raw.end();
  });
  const slow: (() => void)[] = [];
  /** An answer that its reader has not taken yet. */
  const onSend = () => new Promise<void>((resolve) => slow.push(resolve));
  app.post('/slow', { config: { importance: 'look' }, onSend }, () => 'answered');
  await app.ready();
  const send = async (path: Importance | 'hijack' | 'slow' | 'elsewhere', person: string, body?: object) => {
    const { statusCode, headers } = await app.inject({
      method: 'POST',
      url: `/${path}`,
      headers: { 'x-person': person },
      ...(body && { payload: body }),
    });
    return { status: statusCode, retryAfter: Number(headers['retry-after'] ?? Number.NaN) };
  };
  const holding = (count: number) => expect.poll(() => held.length).toBe(count);
  const endAll = () => held.splice(0).forEach(({ end }) => end());
  return { send, held, holding, endAll, slow };
}

test('what matters most begins while calls that only look fill their places, and those that wait are refused', async () => {
  const { send, held, holding, endAll } = await heldApp();
  const looking = Array.from({ length: 14 }, (_, nth) => send('look', `p${nth}`));
  await holding(12);
  const acting = send('act', 'p0', { with: 'a body' });
  await holding(13);
  expect(held.at(-1)?.url).toBe('/act');
  for (const late of looking.slice(12)) {
    const { status, retryAfter } = await late;
    expect([status, retryAfter >= 1 && retryAfter <= 4]).toEqual([503, true]);
  }
  endAll();
  expect((await acting).status).toBe(200);
  expect((await looking[0])?.status).toBe(200);
});

test('a place is free again after each end, also that of a call with a body', async () => {
  const { send, holding, endAll, slow } = await heldApp();
  for (let nth = 0; nth < 13; nth++) expect((await send('hijack', 'p')).status).toBe(200);
  const unread = Array.from({ length: 13 }, (_, nth) => send('slow', `p${nth}`));
  await expect.poll(() => slow.length).toBe(13);
  for (const read of slow) read();
  for (const { status } of await Promise.all(unread)) expect(status).toBe(200);
  for (let round = 0; round < 5; round++) {
    const calls = Array.from({ length: 12 }, (_, nth) =>
      send('look', `p${nth}`, nth % 2 ? { nth } : undefined),
    );
    await holding(12);
    endAll();
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
  }
});

test('calls that wait for another machine hold no places', async () => {
  const { send, holding, endAll } = await heldApp();
  const waiting = Array.from({ length: 13 }, (_, nth) => send('elsewhere', `p${nth}`));
  await holding(13);
  endAll();
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
});
