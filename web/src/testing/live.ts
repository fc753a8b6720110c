import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import { act } from '@testing-library/react';

let opened: FakeSocket[] = [];

/** The part of WebSocket that the live line uses; the tests are the server. */
class FakeSocket extends EventTarget {
  readonly sent: ClientMessage[] = [];

  constructor() {
    super();
    opened.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {}
}

export const fakeSockets = {
  listen: (): void => void Object.assign(globalThis, { WebSocket: FakeSocket }),
  reset(): void {
    opened = [];
  },
};

function newest(): FakeSocket {
  const socket = opened.at(-1);
  if (!socket) throw new Error('the page has opened no socket');
  return socket;
}

/** How many sockets the page has opened, one after the other. */
export const socketsOpened = (): number => opened.length;

/** What the page has said on its newest socket so far, and says from now on. */
export const saidLive = (): readonly ClientMessage[] => newest().sent;

/** The page hears messages of the server. */
export const hear = (...messages: readonly object[]): Promise<void> =>
  act(async () => {
    for (const message of messages)
      newest().dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  });

/** The first message of each connection. */
export const hearHello = (): Promise<void> => hear({ type: 'hello', socket: 's1' });

/** The connection is lost. */
export const cutSocket = (): Promise<void> =>
  act(async () => void newest().dispatchEvent(Object.assign(new Event('close'), { code: 1006 })));
