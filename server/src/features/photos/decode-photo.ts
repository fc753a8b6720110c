import { makeConcurrencyLimit } from '#server/platform/concurrency-limit.ts';
import { tooBusy } from './photo-refusals.ts';

/**
 * Decodes `atOnce` photos at a time, each once however often it is asked for meanwhile, while up to `waitingAtMost`
 * wait; further ones are refused with 503, so that a heap of decoding bombs takes a bounded memory.
 */
export function makeDecodingTurns<Made>(atOnce: number, waitingAtMost: number) {
  const inTurn = makeConcurrencyLimit(atOnce);
  const underWay = new Map<string, Promise<Made>>();

  return function decodeInTurn(photoId: string, work: () => Promise<Made>): Promise<Made> {
    const running = underWay.get(photoId);
    if (running) return running;
    if (underWay.size >= atOnce + waitingAtMost) return Promise.reject(tooBusy());
    const making = inTurn(work).finally(() => underWay.delete(photoId));
    underWay.set(photoId, making);
    return making;
  };
}
