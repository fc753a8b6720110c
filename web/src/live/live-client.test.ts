import type { ClientMessage, ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { liveHeaders } from '#web/lib/live-names.ts';
import { createLiveClient, type SocketHandlers } from './live-client.ts';

const conversationId = '0198a0aa-0000-7000-8000-000000000001';
const message = (row: string): ServerMessage => ({
  type: 'new_message',
  row,
  data: { conversationId, messageId: conversationId },
});
const BOX = { north: 41, south: 40, west: -75, east: -73 };
const alive = (position: string): ServerMessage => ({ type: 'alive', position });

/** A fake server that records every connection and the messages received on it. */
function fakeServer() {
  const connections: { socketHandlers: SocketHandlers; received: ClientMessage[]; open: boolean }[] = [];
  return {
    connections,
    connect: (socketHandlers: SocketHandlers) => {
      const connection = { socketHandlers, received: [] as ClientMessage[], open: true };
      connections.push(connection);
      return {
        send: (text: string) => void connection.received.push(JSON.parse(text)),
        close: () => {
          connection.open = false;
        },
      };
    },
    last() {
      const connection = connections.at(-1);
      if (!connection) throw new Error('Nobody has connected');
      return {
        received: connection.received,
        say: (...messages: ServerMessage[]) => {
          for (const one of messages) connection.socketHandlers.onMessage(JSON.stringify(one));
        },
        end: (code = 1006) => connection.socketHandlers.onClose(code),
      };
    },
  };
}

function start({
  random = () => 0,
  position = null,
}: {
  random?: () => number;
  position?: string | null;
} = {}) {
  const server = fakeServer();
  const onSignedOut = vi.fn<() => void>();
  const live = createLiveClient({
    connect: server.connect,
    position,
    nowMs: () => Date.now(),
    random,
    onSignedOut,
  });
  live.start();
  return { server, live, onSignedOut };
}

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

describe('a first connection', () => {
  it('sends its subscriptions after hello, then asks what has changed, without a position', () => {
    const { server, live } = start();
    live.subscribe({ type: 'join_conversation', conversationId });
    expect(server.last().received).toEqual([]);
    expect(live.state.get().phase).toBe('connecting');
    server.last().say({ type: 'hello', socket: 's1' });
    expect(server.last().received).toEqual([
      { type: 'join_conversation', conversationId },
      { type: 'since', position: null },
    ]);
    expect(live.state.get().phase).toBe('live');
  });

  it('asks what has changed since the page was made', () => {
    const { server, live } = start({ position: 'p0' });
    live.subscribe({ type: 'subscribe_heat_map_updates', bounds: BOX });
    server.last().say({ type: 'hello', socket: 's1' });
    expect(server.last().received).toEqual([
      { type: 'subscribe_heat_map_updates', bounds: BOX, position: 'p0' },
      { type: 'since', position: 'p0' },
    ]);
  });

  it('sends a later subscription immediately, and not after it was cancelled', () => {
    const { server, live } = start();
    server.last().say({ type: 'hello', socket: 's1' });
    const leave = live.subscribe({ type: 'join_conversation', conversationId });
    expect(server.last().received.at(-1)).toEqual({ type: 'join_conversation', conversationId });
    leave();
    server.last().end();
    vi.advanceTimersByTime(1000);
    server.last().say({ type: 'hello', socket: 's1' });
    expect(server.last().received).toEqual([{ type: 'since', position: null }]);
  });
});

describe('messages', () => {
  it('reach the handlers of their type until they are removed', () => {
    const { server, live } = start();
    const heard: string[] = [];
    const stop = live.on('new_message', ({ row = '' }) => heard.push(row));
    server.last().say({ type: 'hello', socket: 's1' }, message('e2'), alive('e3'));
    stop();
    server.last().say(message('e4'));
    expect(heard).toEqual(['e2']);
  });

  it('that are malformed are logged and ignored', () => {
    const { server, live } = start();
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const [connection] = server.connections;
    for (const nonsense of ['', '{', 'null', '[]', '{"type":3}', new ArrayBuffer(2)]) {
      connection?.socketHandlers.onMessage(nonsense);
    }
    expect(live.state.get().phase).toBe('connecting');
    expect(warnings).toHaveBeenCalledTimes(6);
    warnings.mockRestore();
  });

  it('that one handler throws on are logged, and reach all other handlers', () => {
    const { server, live } = start();
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const heard: string[] = [];
    live.on('new_message', () => {
      throw new Error('cannot read this');
    });
    live.on('new_message', ({ row = '' }) => heard.push(row));
    server.last().say({ type: 'hello', socket: 's1' }, message('e2'), message('e3'));
    expect(heard).toEqual(['e2', 'e3']);
    expect(warnings).toHaveBeenCalledTimes(2);
    warnings.mockRestore();
  });
});

describe('a lost connection', () => {
  it('asks from the last position before which everything was fetched', () => {
    const { server, live } = start({ position: 'p0' });
    let isFresh = true;
    live.adoptPositionsWhen(() => isFresh);
    live.on('changed', () => {
      isFresh = false;
    });
    server.last().say({ type: 'hello', socket: 's1' }, { type: 'changed', topics: [], position: 'p1' });
    isFresh = true;
    server.last().say(alive('p2'));
    server.last().say({ type: 'changed', topics: ['messages'], row: 'r1' }, alive('p3'));
    server.last().end();
    vi.advanceTimersByTime(1000);
    server.last().say({ type: 'hello', socket: 's2' });
    expect(server.last().received).toEqual([{ type: 'since', position: 'p2' }]);
    server.last().say({ type: 'changed', topics: ['messages'], position: 'p4' });
    server.last().end();
    // fetched while there is no connection
    isFresh = true;
    vi.advanceTimersByTime(1000);
    server.last().say({ type: 'hello', socket: 's3' });
    expect(server.last().received).toEqual([{ type: 'since', position: 'p4' }]);
  });

  it('names its socket in writes, and in GETs of the next seconds the last event it has heard of', () => {
    const { server } = start();
    server.last().say({ type: 'hello', socket: 's1' }, message('r1'), message('r2'));
    expect(liveHeaders('POST')).toEqual({ 'Live-Socket': 's1' });
    expect(liveHeaders('GET')).toEqual({ 'Live-Row': 'r2' });
    server.last().end();
    expect(liveHeaders('POST')).toEqual({});
    vi.advanceTimersByTime(11_000);
    expect(liveHeaders('GET')).toEqual({});
  });

  it('is retried after 1, 2, 4, 8 and 16 s, then no more', () => {
    const { server, live } = start();
    const phases: string[] = [];
    live.state.subscribe(() => phases.push(live.state.get().phase));
    const openedAtMs: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const before = server.connections.length;
      server.last().end();
      while (server.connections.length === before) vi.advanceTimersByTime(500);
      openedAtMs.push(Date.now());
    }
    server.last().end();
    expect(openedAtMs).toEqual([1000, 3000, 7000, 15_000, 31_000]);
    expect(live.state.get()).toEqual({ phase: 'failed', lostAtMs: 33_000, freshAtMs: null });
    vi.advanceTimersByTime(3_600_000);
    expect(server.connections).toHaveLength(6);
    expect(phases).toEqual(['reconnecting', 'failed']);
  });

  it('resets the count of attempts after hello, not after a mere connection', () => {
    const { server, live } = start();
    for (let round = 0; round < 8; round += 1) {
      server.last().end();
      vi.advanceTimersByTime(1000);
      server.last().say({ type: 'hello', socket: 's1' });
    }
    expect(live.state.get().phase).toBe('live');
    expect(server.connections).toHaveLength(9);
    for (let round = 0; round < 8; round += 1) {
      server.last().say({ type: 'error', message: 'no' });
      server.last().end(1013);
      const before = server.connections.length;
      for (let halves = 0; halves < 34 && server.connections.length === before; halves += 1)
        vi.advanceTimersByTime(500);
    }
    expect(live.state.get().phase).toBe('failed');
    expect(server.connections).toHaveLength(9 + 5);
  });

  it('counts a connection without any message as lost', () => {
    const { server, live } = start();
    vi.advanceTimersByTime(10_000);
    expect(live.state.get().phase).toBe('reconnecting');
    vi.advanceTimersByTime(1000);
    expect(server.connections.map(({ open }) => open)).toEqual([false, true]);
    vi.advanceTimersByTime(600_000);
    expect(live.state.get().phase).toBe('failed');
    expect(server.connections).toHaveLength(6);
  });

  it('spreads reconnecting clients after a restart', () => {
    const { server, live } = start({ random: () => 0.5 });
    server.last().say({ type: 'hello', socket: 's1' });
    server.last().end(1012);
    vi.advanceTimersByTime(3499);
    expect(server.connections).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(server.connections).toHaveLength(2);
    // until then no page fetches everything, as it does after other losses
    expect(live.state.get().lostAtMs).toBe(10_500);
  });

  it('reports from when on it is lost, and how old the data is', () => {
    const { server, live } = start();
    server.last().say({ type: 'hello', socket: 's1' });
    vi.advanceTimersByTime(5000);
    server.last().say(alive('e2'));
    vi.advanceTimersByTime(3000);
    server.last().end();
    expect(live.state.get()).toEqual({ phase: 'reconnecting', lostAtMs: 10_000, freshAtMs: 5000 });
    vi.advanceTimersByTime(500);
    live.onDataFetched();
    expect(live.state.get()).toEqual({ phase: 'reconnecting', lostAtMs: 10_000, freshAtMs: 8500 });
  });
});

describe('a connection that has failed', () => {
  function givenUp() {
    const all = start();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      all.server.last().end();
      vi.advanceTimersByTime(20_000);
    }
    all.server.last().end();
    expect(all.live.state.get().phase).toBe('failed');
    return all;
  }

  it.each([
    ['the user retries', 'retry'],
    ['the network is back', 'onNetworkOnline'],
    ['the page becomes visible', 'onPageVisible'],
  ] as const)('is retried, with a new count, when %s', (_when, how) => {
    const { server, live } = givenUp();
    live[how]();
    expect(live.state.get().phase).toBe('connecting');
    server.last().end();
    vi.advanceTimersByTime(1000);
    expect(server.connections).toHaveLength(8);
  });

  it('is retried once, silently, whenever data was fetched', () => {
    const { server, live } = givenUp();
    const phases: string[] = [];
    live.state.subscribe(() => phases.push(live.state.get().phase));
    live.onDataFetched();
    live.onDataFetched();
    expect(server.connections).toHaveLength(7);
    server.last().end();
    vi.advanceTimersByTime(60_000);
    expect(server.connections).toHaveLength(7);
    live.onDataFetched();
    server.last().say({ type: 'hello', socket: 's1' });
    expect(new Set(phases)).toEqual(new Set(['failed', 'live']));
  });
});

describe('a connection that gave way to newer ones of the same person', () => {
  it('is not opened again, even while its page fetches data, until the person comes back to it', () => {
    const { server, live } = start();
    server.last().say({ type: 'hello', socket: 's1' });
    server.last().end(4429);
    vi.advanceTimersByTime(600_000);
    live.onDataFetched();
    expect(live.state.get().phase).toBe('failed');
    expect(server.connections).toHaveLength(1);
    live.onPageVisible();
    expect(server.connections).toHaveLength(2);
    // from then on it is like any other
    server.last().say({ type: 'hello', socket: 's1' });
    server.last().end();
    vi.advanceTimersByTime(1000);
    expect(server.connections).toHaveLength(3);
  });
});

describe('a dead connection', () => {
  it('is detected by its silence, and a quiet connection that is alive is kept', () => {
    const { server, live } = start();
    server.last().say({ type: 'hello', socket: 's1' });
    for (let beat = 0; beat < 20; beat += 1) {
      vi.advanceTimersByTime(25_000);
      server.last().say(alive('e1'));
      live.onPageVisible();
    }
    expect(server.connections).toHaveLength(1);
    vi.advanceTimersByTime(59_999);
    expect(server.connections).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(server.connections.map(({ open }) => open)).toEqual([false, true]);
    expect(live.state.get().phase).toBe('reconnecting');
  });

  it('is replaced as soon as a page is visible after the device slept', () => {
    const { server, live } = start();
    server.last().say({ type: 'hello', socket: 's1' });
    // no timer runs while the device sleeps
    vi.setSystemTime(29_000);
    live.onPageVisible();
    expect(server.connections).toHaveLength(1);
    vi.setSystemTime(8 * 3_600_000);
    live.onPageVisible();
    expect(server.connections.map(({ open }) => open)).toEqual([false, true]);
    server.last().say({ type: 'hello', socket: 's1' });
    expect(server.last().received).toEqual([{ type: 'since', position: null }]);
  });

  it('is closed when the network goes or changes', () => {
    const { server, live } = start();
    server.last().say({ type: 'hello', socket: 's1' });
    live.onNetworkOnline();
    server.last().say({ type: 'hello', socket: 's1' });
    expect(server.connections.map(({ open }) => open)).toEqual([false, true]);
    live.onNetworkOffline();
    expect(live.state.get().phase).toBe('reconnecting');
    expect(server.connections.map(({ open }) => open)).toEqual([false, false]);
  });

  it('is ignored afterwards', () => {
    const { server, live } = start();
    const heard: string[] = [];
    live.on('new_message', ({ row = '' }) => heard.push(row));
    server.last().say({ type: 'hello', socket: 's1' });
    const old = server.last();
    live.onNetworkOnline();
    old.say(message('late'));
    old.end();
    vi.advanceTimersByTime(5000);
    expect(heard).toEqual([]);
    expect(server.connections).toHaveLength(2);
  });
});

describe('a page in the back/forward cache', () => {
  it('holds no connection and asks where it was', () => {
    const { server, live } = start();
    server.last().say({ type: 'hello', socket: 's1' }, message('e2'));
    live.stop();
    vi.advanceTimersByTime(3_600_000);
    expect(server.connections.map(({ open }) => open)).toEqual([false]);
    live.start();
    server.last().say({ type: 'hello', socket: 's1' });
    expect(server.last().received).toEqual([{ type: 'since', position: null }]);
  });
});

describe('the end of a session', () => {
  it('is reported once and stops all attempts', () => {
    const { server, live, onSignedOut } = start();
    server.last().say({ type: 'hello', socket: 's1' });
    server.last().end(4401);
    vi.advanceTimersByTime(60_000);
    live.retry();
    live.onNetworkOnline();
    live.onPageVisible();
    live.onDataFetched();
    expect(onSignedOut).toHaveBeenCalledTimes(1);
    expect(server.connections).toHaveLength(1);
  });
});
