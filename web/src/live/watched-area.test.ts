import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { expect, it } from 'vitest';
import { makeLiveClient, type SocketEars } from './live-client.ts';
import { EVERYWHERE, watchedAreaOf } from './watched-area.ts';

const box = (west: number, east: number): GeoBounds => ({ north: 41, south: 40, west, east });

/** A line of paper, what was said on its last connection, and how often more was heard of than before. */
function start() {
  let ears: SocketEars | undefined;
  let said: unknown[] = [];
  const live = makeLiveClient({
    connect: (theirs) => {
      ears = theirs;
      said = [];
      return { send: (text) => void said.push(JSON.parse(text)), close: () => {} };
    },
    nowMs: () => 0,
  });
  live.start();
  const area = watchedAreaOf(live);
  const widened = { times: 0 };
  area.onWidened(() => (widened.times += 1));
  const hello: ServerMessage = { type: 'hello', id: 'e1' };
  return {
    ...area,
    widened,
    hello: () => ears?.onMessage(JSON.stringify(hello)),
    connectAnew: live.noteOnline,
    told: () =>
      said.flatMap((one) => (typeof one === 'object' && one && 'bounds' in one ? [one.bounds] : [])),
  };
}
const settled = () => Promise.resolve();

it('tells the server one box that holds all that is looked at', async () => {
  const { watch, hello, told } = start();
  hello();
  watch(box(-74, -73));
  watch(box(-72, -71));
  await settled();
  expect(told()).toEqual([box(-74, -71)]);
});

it('lets everywhere win for as long as somebody looks everywhere', async () => {
  const { watch, hello, told } = start();
  hello();
  const leave = watch(EVERYWHERE);
  watch(box(-74, -73));
  await settled();
  watch(box(-72, -71));
  await settled();
  expect(told()).toEqual([EVERYWHERE]);
  leave();
  await settled();
  expect(told().at(-1)).toEqual(box(-74, -71));
});

it('takes one that goes as another comes for one change', async () => {
  const { watch, hello, told } = start();
  hello();
  const leave = watch(EVERYWHERE);
  await settled();
  leave();
  watch(EVERYWHERE);
  await settled();
  expect(told()).toEqual([EVERYWHERE]);
});

it('says when more is heard of than before, and not when less is', async () => {
  const { watch, hello, widened } = start();
  hello();
  const leave = watch(EVERYWHERE);
  await settled();
  expect(widened.times).toBe(1);
  watch(box(-74, -73));
  leave();
  await settled();
  expect(widened.times).toBe(1);
  watch(box(-75, -74));
  await settled();
  expect(widened.times).toBe(2);
});

it('knows that the server goes on with the last box where nobody looks, until the next connection', async () => {
  const { watch, hello, connectAnew, told, widened } = start();
  hello();
  watch(EVERYWHERE)();
  await settled();
  const leave = watch(EVERYWHERE);
  await settled();
  leave();
  await settled();
  watch(box(-74, -73))();
  await settled();
  expect(widened.times).toBe(1);
  connectAnew();
  hello();
  expect(told()).toEqual([]);
  watch(box(-74, -73));
  await settled();
  expect(widened.times).toBe(2);
});

it('tells it again on a new connection', async () => {
  const { watch, hello, connectAnew, told } = start();
  watch(box(-74, -73));
  await settled();
  hello();
  expect(told()).toEqual([box(-74, -73)]);
  connectAnew();
  hello();
  expect(told()).toEqual([box(-74, -73)]);
});
