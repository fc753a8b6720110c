import type { ClientMessage, ServerMessage } from '@openlarder/domain/live/live-protocol.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeLiveClient, type SocketEars } from './live-client.ts';

const conversationId = '0198a0aa-0000-7000-8000-000000000001';
const message = (id: string): ServerMessage => ({
  type: 'new_message',
  id,
  data: { conversationId, messageId: conversationId },
});

/** A server of paper: every connection opened, with what was said on it. */
function paperServer() {
  const connections: { ears: SocketEars; said: ClientMessage[]; open: boolean }[] = [];
  return {
    connections,
    connect: (ears: SocketEars) => {
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

function start() {
  const server = paperServer();
  const onSignedOut = vi.fn<() => void>();
  const live = makeLiveClient({ connect: server.connect, nowMs: () => Date.now(), onSignedOut });
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
    expect(live.status()).toBe('connecting');
    server.last().say({ type: 'hello', id: 'e1' });
    expect(server.last().said).toEqual([
      { type: 'join_conversation', conversationId },
      { type: 'resume', lastEventId: null },
    ]);
    expect(live.status()).toBe('live');
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

  it('that are no messages are ignored', () => {
    const { server, live } = start();
    const [connection] = server.connections;
    for (const nonsense of ['', '{', 'null', '[]', '{"type":3}', new ArrayBuffer(2)]) {
      connection?.ears.onMessage(nonsense);
    }
    expect(live.status()).toBe('connecting');
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

  it('is tried again after 1, 2, 4, 8 and 16 s, and then no more', () => {
    const { server, live } = start();
    const statuses: string[] = [];
    live.onStatus(() => statuses.push(live.status()));
    const openedAtMs: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const before = server.connections.length;
      server.last().end();
      while (server.connections.length === before) vi.advanceTimersByTime(500);
      openedAtMs.push(Date.now());
    }
    server.last().end();
    expect(openedAtMs).toEqual([1000, 3000, 7000, 15_000, 31_000]);
    expect(live.status()).toBe('offline');
    vi.advanceTimersByTime(3_600_000);
    expect(server.connections).toHaveLength(6);
    expect(statuses).toEqual(['offline']);
  });

  it('counts anew after a connection that held', () => {
    const { server, live } = start();
    for (let round = 0; round < 8; round += 1) {
      server.last().end();
      vi.advanceTimersByTime(1000);
      server.last().say({ type: 'hello', id: `e${round}` });
    }
    expect(live.status()).toBe('live');
    expect(server.connections).toHaveLength(9);
  });

  it('starts anew when the network is back or the page is seen', () => {
    const { server, live } = start();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      server.last().end();
      vi.advanceTimersByTime(20_000);
    }
    server.last().end();
    expect(live.status()).toBe('offline');
    live.retry();
    expect(live.status()).toBe('connecting');
    server.last().end();
    vi.advanceTimersByTime(1000);
    expect(server.connections).toHaveLength(8);
    live.noteVisible(true);
    expect(server.connections).toHaveLength(9);
  });
});

describe('a page that was out of sight', () => {
  it('doubts its connection only after a minute', () => {
    const { server, live } = start();
    server.last().say({ type: 'hello', id: 'e1' });
    live.noteVisible(false);
    vi.advanceTimersByTime(59_000);
    live.noteVisible(true);
    expect(server.connections).toHaveLength(1);
    live.noteVisible(false);
    vi.advanceTimersByTime(61_000);
    live.noteVisible(true);
    expect(server.connections.map(({ open }) => open)).toEqual([false, true]);
  });

  it('does not hear what an abandoned connection still says', () => {
    const { server, live } = start();
    const heard: string[] = [];
    live.on('new_message', ({ id }) => heard.push(id));
    server.last().say({ type: 'hello', id: 'e1' });
    const old = server.last();
    live.noteVisible(false);
    vi.advanceTimersByTime(61_000);
    live.noteVisible(true);
    old.say(message('late'));
    old.end();
    vi.advanceTimersByTime(60_000);
    expect(heard).toEqual([]);
    expect(server.connections).toHaveLength(2);
  });
});

describe('the end of a session', () => {
  it('is told once and ends all attempts', () => {
    const { server, live, onSignedOut } = start();
    server.last().say({ type: 'hello', id: 'e1' });
    server.last().end(4401);
    vi.advanceTimersByTime(60_000);
    live.retry();
    expect(onSignedOut).toHaveBeenCalledTimes(1);
    expect(server.connections).toHaveLength(1);
  });
});
