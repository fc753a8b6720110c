import { once } from 'node:events';
import { WebSocket } from 'ws';

export type SocketCrowd = {
  /** Messages received by all of them together. */
  readonly heard: () => number;
  readonly leave: () => void;
};

/** The cookie of the nth socket. */
export const readerName = (nth: number): string => `reader-${nth}`;

/**
 * Many sockets that only listen: `onMessage` is called with each text the moment it arrives, and its receiver.
 * `greeting` are the frames each of them sends first, and `cookieOf` its cookie.
 */
export async function openSocketCrowd(
  address: string,
  size: number,
  onMessage: (text: string, nth: number) => void,
  greeting: (nth: number) => readonly object[] = () => [{ type: 'since', position: null }],
  cookieOf: (nth: number) => string = readerName,
): Promise<SocketCrowd> {
  let heard = 0;
  const sockets: WebSocket[] = [];
  for (let nth = 0; nth < size; nth++) {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws`, {
      headers: { cookie: cookieOf(nth), origin: address },
      perMessageDeflate: false,
    });
    socket.on('message', (bytes: Buffer) => {
      heard++;
      onMessage(bytes.toString('utf8'), nth);
    });
    await once(socket, 'open');
    for (const frame of greeting(nth)) socket.send(JSON.stringify(frame));
    sockets.push(socket);
  }
  return {
    heard: () => heard,
    leave: () => {
      for (const socket of sockets) socket.terminate();
    },
  };
}
