import { once } from 'node:events';
import { WebSocket } from 'ws';

export type Crowd = {
  /** Messages that all of them have heard together. */
  readonly heard: () => number;
  readonly leave: () => void;
};

/** Many sockets that only listen: `onMessage` is told each text the moment it comes. */
export async function gatherCrowd(
  address: string,
  size: number,
  onMessage: (text: string) => void,
): Promise<Crowd> {
  let heard = 0;
  const sockets: WebSocket[] = [];
  for (let nth = 0; nth < size; nth++) {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws`, {
      headers: { cookie: `reader-${nth}`, origin: address },
      perMessageDeflate: false,
    });
    socket.on('message', (bytes: Buffer) => {
      heard++;
      onMessage(bytes.toString('utf8'));
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'resume', lastEventId: null }));
    sockets.push(socket);
  }
  return {
    heard: () => heard,
    leave: () => {
      for (const socket of sockets) socket.terminate();
    },
  };
}
