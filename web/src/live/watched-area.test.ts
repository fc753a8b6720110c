import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import type { ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { expect, it } from 'vitest';
import { createLiveClient, type SocketHandlers } from './live-client.ts';
import { getWatchedArea, WHOLE_WORLD } from './watched-area.ts';

const box = (west: number, east: number): GeoBounds => ({ north: 41, south: 40, west, east });

/** A fake connection with the messages of its last socket, and a count of widenings. */
function start(position: string | null = null) {
  let socketHandlers: SocketHandlers | undefined;
  let sent: unknown[] = [];
  const live = createLiveClient({
    connect: (handlers) => {
      socketHandlers = handlers;
      sent = [];
      return { send: (text) => void sent.push(JSON.parse(text)), close: () => {} };
    },
    position,
    nowMs: () => 0,
  });
  live.start();
  const area = getWatchedArea(live);
  const widened: { times: number; before: GeoBounds | null } = { times: 0, before: null };
  area.onWidened((before) => {
    widened.times += 1;
    widened.before = before;
  });
  const receive = (message: ServerMessage) => socketHandlers?.onMessage(JSON.stringify(message));
  const sentBoxes = () =>
    sent.flatMap((one) =>
      typeof one === 'object' && one && 'bounds' in one ? [one.bounds as GeoBounds] : [],
    );
  let confirmedCount = 0;
  /** The server confirms the boxes it was sent and has not confirmed yet. */
  function confirm(): void {
    for (const bounds of sentBoxes().slice(confirmedCount)) receive({ type: 'watching', bounds });
    confirmedCount = sentBoxes().length;
  }
  return {
    ...area,
    widened,
    sentBoxes,
    confirm,
    hello: () => {
      confirmedCount = 0;
      receive({ type: 'hello', id: 'e1' });
    },
    alive: () => receive({ type: 'alive', id: 'e1' }),
    reconnect: live.onNetworkOnline,
    /** The current box has been sent and confirmed. */
    async settled() {
      await settled();
      confirm();
    },
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

it('reports that the area was widened on confirmation, not on request, and not if it shrinks', async () => {
  const { watch, hello, widened, confirm, ...connection } = start();
  hello();
  const leave = watch(WHOLE_WORLD);
  await settled();
  expect(widened.times).toBe(0);
  confirm();
  expect(widened.times).toBe(1);
  watch(box(-74, -73));
  leave();
  await connection.settled();
  expect(widened.times).toBe(1);
  watch(box(-75, -74));
  await connection.settled();
  expect(widened).toEqual({ times: 2, before: box(-74, -73) });
});

it('has missed nothing of what the first connection requests before it resumes, unless that fails', async () => {
  const quick = start('e0');
  quick.watch(WHOLE_WORLD);
  await settled();
  quick.hello();
  quick.confirm();
  expect([quick.sentBoxes(), quick.widened.times]).toEqual([[WHOLE_WORLD], 0]);
  const late = start('e0');
  late.watch(WHOLE_WORLD);
  await settled();
  late.hello();
  late.alive();
  late.confirm();
  expect(late.widened).toEqual({ times: 1, before: null });
  const unplaced = start();
  unplaced.watch(WHOLE_WORLD);
  await settled();
  unplaced.hello();
  unplaced.confirm();
  expect(unplaced.widened).toEqual({ times: 1, before: null });
});

it('compares with the confirmed box: shrinking and growing again may miss changes in between', async () => {
  const { watch, hello, widened, confirm, ...connection } = start();
  hello();
  watch(box(-74, -73));
  const leave = watch(box(-72, -71));
  await connection.settled();
  leave();
  await settled();
  watch(box(-72, -71));
  await settled();
  confirm();
  expect(widened).toEqual({ times: 2, before: box(-74, -73) });
});

it('assumes that the server keeps the last box if nothing is watched, until the next connection', async () => {
  const { watch, hello, reconnect, sentBoxes, widened, ...connection } = start();
  hello();
  const first = watch(WHOLE_WORLD);
  await connection.settled();
  first();
  await connection.settled();
  const leave = watch(WHOLE_WORLD);
  await connection.settled();
  leave();
  await connection.settled();
  watch(box(-74, -73))();
  await connection.settled();
  expect(widened.times).toBe(1);
  reconnect();
  hello();
  expect(sentBoxes()).toEqual([]);
  watch(box(-74, -73));
  await connection.settled();
  expect(widened).toEqual({ times: 2, before: null });
});

it('reports a box that the server did not confirm before the connection was lost', async () => {
  const { watch, hello, reconnect, widened, confirm, ...connection } = start();
  hello();
  watch(box(-74, -73));
  await connection.settled();
  watch(box(-72, -71));
  await settled();
  reconnect();
  hello();
  expect(widened.times).toBe(1);
  confirm();
  expect(widened).toEqual({ times: 2, before: box(-74, -73) });
  reconnect();
  hello();
  confirm();
  // all of it was covered before and is replayed
  expect(widened.times).toBe(2);
});

it("sends an unconfirmed box again on the server's next alive message", async () => {
  const { watch, hello, sentBoxes, confirm, alive } = start();
  hello();
  watch(box(-74, -73));
  await settled();
  alive();
  expect(sentBoxes()).toEqual([box(-74, -73), box(-74, -73)]);
  confirm();
  alive();
  expect(sentBoxes()).toHaveLength(2);
});

it('sends it again on a new connection', async () => {
  const { watch, hello, reconnect, sentBoxes } = start();
  watch(box(-74, -73));
  await settled();
  hello();
  expect(sentBoxes()).toEqual([box(-74, -73)]);
  reconnect();
  hello();
  expect(sentBoxes()).toEqual([box(-74, -73)]);
});
