import type { ClientMessage, ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveClient, type SocketHandlers } from './live-client.ts';

const conversationId = '0198a0aa-0000-7000-8000-000000000001';
const message = (id: string): ServerMessage => ({
  type: 'new_message',
  id,
  data: { conversationId, messageId: conversationId },
});

/** A server of paper: every connection opened, with what was said on it. */
function paperServer() {
  const connections: { ears: SocketHandlers; said: ClientMessage[]; open: boolean }[] = [];
  return {
    connections,
    connect: (ears: SocketHandlers) => {
      const connection = { ears, said: [] as ClientMessage[], open: true };
      connections.push(connection);
      return {
        send: (text: string) => void connection.said.push(JSON.parse(text)),
        close: () => {
          connection.open = false;
        },
      };
    },
    last() {
      const connection = connections.at(-1);
      if (!connection) throw new Error('Nobody has connected');
      return {
        said: connection.said,
        say: (...messages: ServerMessage[]) => {
          for (const one of messages) connection.ears.onMessage(JSON.stringify(one));
        },
        end: (code = 1006) => connection.ears.onClose(code),
      };
    },
  };
}

function start(random = () => 0) {
  const server = paperServer();
  const onSignedOut = vi.fn<() => void>();
  const live = createLiveClient({ connect: server.connect, nowMs: () => Date.now(), random, onSignedOut });
  live.start();
  return { server, live, onSignedOut };
}

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

describe('a first connection', () => {
  it('says its subscriptions after hello and then resumes from nowhere', () => {
    const { server, live } = start();
    live.subscribe({ type: 'join_conversation', conversationId });
    expect(server.last().said).toEqual([]);
    expect(live.state().phase).toBe('connecting');
    server.last().say({ type: 'hello', id: 'e1' });
    expect(server.last().said).toEqual([
      { type: 'join_conversation', conversationId },
      { type: 'resume', lastEventId: null },
    ]);
    expect(live.state().phase).toBe('live');
  });

  it('says a later subscription at once, and no longer once it was taken back', () => {
    const { server, live } = start();
    server.last().say({ type: 'hello', id: 'e1' });
    const leave = live.subscribe({ type: 'join_conversation', conversationId });
    expect(server.last().said.at(-1)).toEqual({ type: 'join_conversation', conversationId });
    leave();
    server.last().end();
    vi.advanceTimersByTime(1000);
    server.last().say({ type: 'hello', id: 'e2' });
    expect(server.last().said).toEqual([{ type: 'resume', lastEventId: 'e1' }]);
  });
});

describe('news', () => {
  it('reach the handlers of their kind, until those stop listening', () => {
    const { server, live } = start();
    const heard: string[] = [];
    const stop = live.on('new_message', ({ id }) => heard.push(id));
    server.last().say({ type: 'hello', id: 'e1' }, message('e2'), { type: 'resync', id: 'e3' });
    stop();
    server.last().say(message('e4'));
    expect(heard).toEqual(['e2']);
  });

  it('that are no messages are logged and ignored', () => {
    const { server, live } = start();
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const [connection] = server.connections;
    for (const nonsense of ['', '{', 'null', '[]', '{"type":3}', new ArrayBuffer(2)]) {
      connection?.ears.onMessage(nonsense);
    }
    expect(live.state().phase).toBe('connecting');
    expect(warnings).toHaveBeenCalledTimes(6);
    warnings.mockRestore();
  });

  it('that one part cannot read are logged, and all others hear them', () => {
    const { server, live } = start();
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const heard: string[] = [];
    live.on('new_message', () => {
      throw new Error('cannot read this');
    });
    live.on('new_message', ({ id }) => heard.push(id));
    server.last().say({ type: 'hello', id: 'e1' }, message('e2'), message('e3'));
    expect(heard).toEqual(['e2', 'e3']);
    expect(warnings).toHaveBeenCalledTimes(2);
    warnings.mockRestore();
  });
});

describe('a lost connection', () => {
  it('resumes from the last event that was heard', () => {
    const { server } = start();
    server.last().say({ type: 'hello', id: 'e1' }, message('e7'));
    server.last().end();
    vi.advanceTimersByTime(1000);
    server.last().say({ type: 'hello', id: 'e9' });
    expect(server.last().said).toEqual([{ type: 'resume', lastEventId: 'e7' }]);
  });

  it('resumes from the last place that was named, and tells nothing twice', () => {
    const { server, live } = start();
    const heard: string[] = [];
    live.on('new_message', ({ id }) => heard.push(id));
    server.last().say({ type: 'hello', id: 'e1' }, message('e2'), message('e3'), { type: 'alive', id: 'e8' });
    server.last().end();
    vi.advanceTimersByTime(1000);
    server.last().say({ type: 'hello', id: 'e9' });
    expect(server.last().said).toEqual([{ type: 'resume', lastEventId: 'e8' }]);
    server.last().say(message('e3'), message('e9'), message('e9'));
    expect(heard).toEqual(['e2', 'e3', 'e9']);
  });

  it('is tried again after 1, 2, 4, 8 and 16 s, and then no more', () => {
    const { server, live } = start();
    const phases: string[] = [];
    live.onState(() => phases.push(live.state().phase));
    const openedAtMs: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const before = server.connections.length;
      server.last().end();
      while (server.connections.length === before) vi.advanceTimersByTime(500);
      openedAtMs.push(Date.now());
    }
    server.last().end();
    expect(openedAtMs).toEqual([1000, 3000, 7000, 15_000, 31_000]);
    expect(live.state()).toEqual({ phase: 'failed', sinceMs: 31_000, freshAtMs: null });
    vi.advanceTimersByTime(3_600_000);
    expect(server.connections).toHaveLength(6);
    expect(phases).toEqual(['reconnecting', 'failed']);
  });

  it('counts anew after a connection that said hello, and not after one that was only taken', () => {
    const { server, live } = start();
    for (let round = 0; round < 8; round += 1) {
      server.last().end();
      vi.advanceTimersByTime(1000);
      server.last().say({ type: 'hello', id: `e${round}` });
    }
    expect(live.state().phase).toBe('live');
    expect(server.connections).toHaveLength(9);
    for (let round = 0; round < 8; round += 1) {
      server.last().say({ type: 'error', message: 'no' });
      server.last().end(1013);
      const before = server.connections.length;
      for (let halves = 0; halves < 34 && server.connections.length === before; halves += 1)
        vi.advanceTimersByTime(500);
    }
    expect(live.state().phase).toBe('failed');
    expect(server.connections).toHaveLength(9 + 5);
  });

  it('counts a connection on which nothing is ever said as lost', () => {
    const { server, live } = start();
    vi.advanceTimersByTime(10_000);
    expect(live.state().phase).toBe('reconnecting');
    vi.advanceTimersByTime(1000);
    expect(server.connections.map(({ open }) => open)).toEqual([false, true]);
    vi.advanceTimersByTime(600_000);
    expect(live.state().phase).toBe('failed');
    expect(server.connections).toHaveLength(6);
  });

  it('after a restart comes back at another moment than all the others', () => {
    const { server } = start(() => 0.5);
    server.last().say({ type: 'hello', id: 'e1' });
    server.last().end(1012);
    vi.advanceTimersByTime(2499);
    expect(server.connections).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(server.connections).toHaveLength(2);
  });

  it('says since when, and how old the page is', () => {
    const { server, live } = start();
    server.last().say({ type: 'hello', id: 'e1' });
    vi.advanceTimersByTime(5000);
    server.last().say({ type: 'alive', id: 'e2' });
    vi.advanceTimersByTime(3000);
    server.last().end();
    expect(live.state()).toEqual({ phase: 'reconnecting', sinceMs: 8000, freshAtMs: 5000 });
    vi.advanceTimersByTime(500);
    live.noteFresh();
    expect(live.state()).toEqual({ phase: 'reconnecting', sinceMs: 8000, freshAtMs: 8500 });
  });
});

describe('a connection that was given up', () => {
  function givenUp() {
    const all = start();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      all.server.last().end();
      vi.advanceTimersByTime(20_000);
    }
    all.server.last().end();
    expect(all.live.state().phase).toBe('failed');
    return all;
  }

  it.each([
    ['somebody asks', 'retry'],
    ['the network is back', 'noteOnline'],
    ['the page is seen', 'noteVisible'],
  ] as const)('is tried again, counting anew, when %s', (_when, how) => {
    const { server, live } = givenUp();
    live[how]();
    expect(live.state().phase).toBe('connecting');
    server.last().end();
    vi.advanceTimersByTime(1000);
    expect(server.connections).toHaveLength(8);
  });

  it('is tried once more, quietly, whenever the server has answered otherwise', () => {
    const { server, live } = givenUp();
    const phases: string[] = [];
    live.onState(() => phases.push(live.state().phase));
    live.noteFresh();
    live.noteFresh();
    expect(server.connections).toHaveLength(7);
    server.last().end();
    vi.advanceTimersByTime(60_000);
    expect(server.connections).toHaveLength(7);
    live.noteFresh();
    server.last().say({ type: 'hello', id: 'e1' });
    expect(new Set(phases)).toEqual(new Set(['failed', 'live']));
  });
});

describe('a dead line', () => {
  it('is noticed by its silence, and a quiet one that is alive is left alone', () => {
    const { server, live } = start();
    server.last().say({ type: 'hello', id: 'e1' });
    for (let beat = 0; beat < 20; beat += 1) {
      vi.advanceTimersByTime(25_000);
      server.last().say({ type: 'alive', id: 'e1' });
      live.noteVisible();
    }
    expect(server.connections).toHaveLength(1);
    vi.advanceTimersByTime(59_999);
    expect(server.connections).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(server.connections.map(({ open }) => open)).toEqual([false, true]);
    expect(live.state().phase).toBe('reconnecting');
  });

  it('of a device that has slept is doubted as soon as the page is seen', () => {
    const { server, live } = start();
    server.last().say({ type: 'hello', id: 'e1' });
    // asleep, no timer runs
    vi.setSystemTime(29_000);
    live.noteVisible();
    expect(server.connections).toHaveLength(1);
    vi.setSystemTime(8 * 3_600_000);
    live.noteVisible();
    expect(server.connections.map(({ open }) => open)).toEqual([false, true]);
    server.last().say({ type: 'hello', id: 'e5' });
    expect(server.last().said).toEqual([{ type: 'resume', lastEventId: 'e1' }]);
  });

  it('is let go of when the network goes or is another', () => {
    const { server, live } = start();
    server.last().say({ type: 'hello', id: 'e1' });
    live.noteOnline();
    server.last().say({ type: 'hello', id: 'e1' });
    expect(server.connections.map(({ open }) => open)).toEqual([false, true]);
    live.noteOffline();
    expect(live.state().phase).toBe('reconnecting');
    expect(server.connections.map(({ open }) => open)).toEqual([false, false]);
  });

  it('is not heard any more', () => {
    const { server, live } = start();
    const heard: string[] = [];
    live.on('new_message', ({ id }) => heard.push(id));
    server.last().say({ type: 'hello', id: 'e1' });
    const old = server.last();
    live.noteOnline();
    old.say(message('late'));
    old.end();
    vi.advanceTimersByTime(5000);
    expect(heard).toEqual([]);
    expect(server.connections).toHaveLength(2);
  });
});

describe('a page that is put away and shown again', () => {
  it('holds no connection meanwhile and goes on where it was', () => {
    const { server, live } = start();
    server.last().say({ type: 'hello', id: 'e1' }, message('e2'));
    live.stop();
    vi.advanceTimersByTime(3_600_000);
    expect(server.connections.map(({ open }) => open)).toEqual([false]);
    live.start();
    server.last().say({ type: 'hello', id: 'e5' });
    expect(server.last().said).toEqual([{ type: 'resume', lastEventId: 'e2' }]);
  });
});

describe('the end of a session', () => {
  it('is told once and ends all attempts', () => {
    const { server, live, onSignedOut } = start();
    server.last().say({ type: 'hello', id: 'e1' });
    server.last().end(4401);
    vi.advanceTimersByTime(60_000);
    live.retry();
    live.noteOnline();
    live.noteVisible();
    live.noteFresh();
    expect(onSignedOut).toHaveBeenCalledTimes(1);
    expect(server.connections).toHaveLength(1);
  });
});
