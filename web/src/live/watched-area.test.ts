import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { expect, it } from 'vitest';
import { createLiveClient, type SocketHandlers } from './live-client.ts';
import { getWatchedArea, WHOLE_WORLD } from './watched-area.ts';

const box = (west: number, east: number): GeoBounds => ({ north: 41, south: 40, west, east });

/** A fake connection with the messages of its last socket. */
function start() {
  let socketHandlers: SocketHandlers | undefined;
  let sent: unknown[] = [];
  const live = createLiveClient({
    connect: (handlers) => {
      socketHandlers = handlers;
      sent = [];
      return { send: (text) => void sent.push(JSON.parse(text)), close: () => {} };
    },
    nowMs: () => 0,
  });
  live.start();
  const hello: ServerMessage = { type: 'hello', socket: 's1' };
  return {
    ...getWatchedArea(live),
    sentBoxes: () =>
      sent.flatMap((one) =>
        typeof one === 'object' && one && 'bounds' in one ? [one.bounds as GeoBounds] : [],
      ),
    hello: () => socketHandlers?.onMessage(JSON.stringify(hello)),
    reconnect: live.onNetworkOnline,
  };
}
const settled = () => Promise.resolve();

it('sends the server one box that contains all watched areas', async () => {
  const { watch, hello, sentBoxes } = start();
  hello();
  watch(box(-74, -73));
  watch(box(-72, -71));
  await settled();
  expect(sentBoxes()).toEqual([box(-74, -71)]);
});

it('watches the whole world while any component does', async () => {
  const { watch, hello, sentBoxes } = start();
  hello();
  const leave = watch(WHOLE_WORLD);
  watch(box(-74, -73));
  await settled();
  watch(box(-72, -71));
  await settled();
  expect(sentBoxes()).toEqual([WHOLE_WORLD]);
  leave();
  await settled();
  expect(sentBoxes().at(-1)).toEqual(box(-74, -71));
});

it('sends one change if one component replaces another', async () => {
  const { watch, hello, sentBoxes } = start();
  hello();
  const leave = watch(WHOLE_WORLD);
  await settled();
  leave();
  watch(WHOLE_WORLD);
  await settled();
  expect(sentBoxes()).toEqual([WHOLE_WORLD]);
});

it('sends the last one again on a new connection', async () => {
  const { watch, hello, reconnect, sentBoxes } = start();
  watch(box(-74, -73));
  await settled();
  hello();
  expect(sentBoxes()).toEqual([box(-74, -73)]);
  watch(box(-72, -71));
  await settled();
  reconnect();
  hello();
  expect(sentBoxes()).toEqual([box(-74, -71)]);
});
