import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { expect, it } from 'vitest';
import { createLiveClient, type SocketHandlers } from './live-client.ts';
import { WHOLE_WORLD, getWatchedArea } from './watched-area.ts';

const box = (west: number, east: number): GeoBounds => ({ north: 41, south: 40, west, east });

/** A line of paper, what was said on its last connection, and how often more was heard of than before. */
function start() {
  let ears: SocketHandlers | undefined;
  let said: unknown[] = [];
  const live = createLiveClient({
    connect: (theirs) => {
      ears = theirs;
      said = [];
      return { send: (text) => void said.push(JSON.parse(text)), close: () => {} };
    },
    nowMs: () => 0,
  });
  live.start();
  const area = getWatchedArea(live);
  const widened: { times: number; before: GeoBounds | null } = { times: 0, before: null };
  area.onWidened((before) => {
    widened.times += 1;
    widened.before = before;
  });
  const hear = (message: ServerMessage) => ears?.onMessage(JSON.stringify(message));
  const told = () =>
    said.flatMap((one) =>
      typeof one === 'object' && one && 'bounds' in one ? [one.bounds as GeoBounds] : [],
    );
  let taken = 0;
  /** The server takes the boxes that it has been told and not yet taken, and says so. */
  function take(): void {
    for (const bounds of told().slice(taken)) hear({ type: 'watching', bounds });
    taken = told().length;
  }
  return {
    ...area,
    widened,
    told,
    take,
    hello: () => {
      taken = 0;
      hear({ type: 'hello', id: 'e1' });
    },
    beat: () => hear({ type: 'alive', id: 'e1' }),
    connectAnew: live.noteOnline,
    /** What is looked at has been said, and taken. */
    async settled() {
      await settled();
      take();
    },
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
  const leave = watch(WHOLE_WORLD);
  watch(box(-74, -73));
  await settled();
  watch(box(-72, -71));
  await settled();
  expect(told()).toEqual([WHOLE_WORLD]);
  leave();
  await settled();
  expect(told().at(-1)).toEqual(box(-74, -71));
});

it('takes one that goes as another comes for one change', async () => {
  const { watch, hello, told } = start();
  hello();
  const leave = watch(WHOLE_WORLD);
  await settled();
  leave();
  watch(WHOLE_WORLD);
  await settled();
  expect(told()).toEqual([WHOLE_WORLD]);
});

it('says when the server tells more than before, and not when it was only asked, or tells less', async () => {
  const { watch, hello, widened, take, isAwaited, ...line } = start();
  hello();
  expect(isAwaited()).toBe(false);
  const leave = watch(WHOLE_WORLD);
  await settled();
  expect([widened.times, isAwaited()]).toEqual([0, true]);
  take();
  expect([widened.times, isAwaited()]).toEqual([1, false]);
  watch(box(-74, -73));
  leave();
  await line.settled();
  expect(widened.times).toBe(1);
  watch(box(-75, -74));
  await line.settled();
  expect(widened).toEqual({ times: 2, before: box(-74, -73) });
});

it('goes by what was taken, not by what was said: less and more again at once may miss something between', async () => {
  const { watch, hello, widened, take, ...line } = start();
  hello();
  watch(box(-74, -73));
  const leave = watch(box(-72, -71));
  await line.settled();
  leave();
  await settled();
  watch(box(-72, -71));
  await settled();
  take();
  expect(widened).toEqual({ times: 2, before: box(-74, -73) });
});

it('knows that the server goes on with the last box where nobody looks, until the next connection', async () => {
  const { watch, hello, connectAnew, told, widened, ...line } = start();
  hello();
  const first = watch(WHOLE_WORLD);
  await line.settled();
  first();
  await line.settled();
  const leave = watch(WHOLE_WORLD);
  await line.settled();
  leave();
  await line.settled();
  watch(box(-74, -73))();
  await line.settled();
  expect(widened.times).toBe(1);
  connectAnew();
  hello();
  expect(told()).toEqual([]);
  watch(box(-74, -73));
  await line.settled();
  expect(widened).toEqual({ times: 2, before: null });
});

it('misses nothing of a box that the server never took before the line broke', async () => {
  const { watch, hello, connectAnew, widened, take, ...line } = start();
  hello();
  watch(box(-74, -73));
  await line.settled();
  watch(box(-72, -71));
  await settled();
  connectAnew();
  hello();
  expect(widened.times).toBe(1);
  take();
  expect(widened).toEqual({ times: 2, before: box(-74, -73) });
  connectAnew();
  hello();
  take();
  // all of it was heard of before, and is replayed from there
  expect(widened.times).toBe(2);
});

it('tells the server once more what it has not taken, when it says that it is there', async () => {
  const { watch, hello, told, take, beat } = start();
  hello();
  watch(box(-74, -73));
  await settled();
  beat();
  expect(told()).toEqual([box(-74, -73), box(-74, -73)]);
  take();
  beat();
  expect(told()).toHaveLength(2);
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
