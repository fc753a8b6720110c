import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import { isUnderWay, type PhotoFailure } from '#web/features/photos/photo-list.ts';
import type { PhotoUploads } from '#web/features/photos/photo-uploads.ts';

/** What somebody wants to say: words, a photo that may still be on its way, or both. */
export type Written = { readonly content: string; readonly photo: PhotoUploads | null };

/** A message on its way. Its key stays the same over all tries, so that it arrives once. */
export type Outgoing = Written & {
  readonly key: string;
  /** `waiting` for the one before it; `failed` for the moment, or `refused` for what it is. */
  readonly state: 'waiting' | 'sending' | 'failed' | 'refused';
  /** Why it failed, where there is more to say than that it did. */
  readonly reason: string | null;
};

export type OutboxParts = {
  /** Sends a message under its key; `photo` is the path of one that has arrived. */
  readonly send: (
    conversationId: string,
    body: { readonly content: string; readonly photo: string | null },
    key: string,
  ) => Promise<Message>;
  readonly onSent: (message: Message) => void;
  /** Called once for what failed together. */
  readonly onFailed: (error: unknown) => void;
  /** Whether the message itself is refused, so that those behind it may do better. */
  readonly isRefused: (error: unknown) => boolean;
  /** What a person is told beside "not sent"; null for nothing. */
  readonly reasonOf: (error: unknown) => string | null;
  readonly makeKey: () => string;
};

/** A photo did not arrive, and why; the message waits with it. */
export class PhotoNotSentError extends Error {
  readonly sentence: string;
  /** Sending the same photo again will go no better. */
  readonly isFinal: boolean;

  constructor(failure: PhotoFailure | null | undefined) {
    super('The photo was not sent');
    this.sentence = failure?.sentence ?? '';
    this.isFinal = failure?.again === 'never';
  }
}

/** What was written and has not arrived yet, in every conversation, for as long as somebody is signed in. */
export type Outbox = ReturnType<typeof makeOutbox>;

const NOTHING: readonly Outgoing[] = [];

/** The path of a photo once it has arrived; sends it again where it had failed. */
async function arrivedPath(photo: PhotoUploads): Promise<string | null> {
  for (const { key, status, failure } of photo.items())
    if (status === 'failed' && failure?.again !== 'never') photo.retry(key);
  await photo.settled();
  const [item] = photo.items();
  if (!item) return null;
  if (!item.photo) throw new PhotoNotSentError(item.failure);
  return item.photo.objectPath;
}

/**
 * Sends messages one after the other in each conversation, so that they arrive in the order in which they were
 * written. What fails stays, with its text and photo, and what waits behind it fails with it, unless the message
 * itself was refused. Whoever tries again, or writes on, sends all that failed for the line's sake, in order.
 */
export function makeOutbox(parts: OutboxParts) {
  const queues = new Map<string, readonly Outgoing[]>();
  const listeners = new Set<() => void>();
  const busy = new Set<string>();

  const outgoing = (conversationId: string): readonly Outgoing[] => queues.get(conversationId) ?? NOTHING;
  const put = (conversationId: string, next: readonly Outgoing[]): void => {
    if (next.length === 0) queues.delete(conversationId);
    else queues.set(conversationId, next);
    for (const listener of listeners) listener();
  };
  const become = (conversationId: string, which: (one: Outgoing) => boolean, to: Partial<Outgoing>): void =>
    put(
      conversationId,
      outgoing(conversationId).map((one) => (which(one) ? { ...one, ...to } : one)),
    );
  const isHere = (conversationId: string, key: string): boolean =>
    outgoing(conversationId).some((one) => one.key === key);
  const drop = (conversationId: string, key: string): Outgoing | undefined => {
    const dropped = outgoing(conversationId).find((one) => one.key === key);
    put(
      conversationId,
      outgoing(conversationId).filter((one) => one.key !== key),
    );
    return dropped;
  };

  async function deliver(conversationId: string, { key, content, photo }: Outgoing): Promise<void> {
    become(conversationId, (one) => one.key === key, { state: 'sending', reason: null });
    try {
      const path = photo && (await arrivedPath(photo));
      // it may have been taken back while its photo was on its way
      if (!isHere(conversationId, key)) return;
      const message = await parts.send(conversationId, { content, photo: path }, key);
      parts.onSent(message);
      drop(conversationId, key);
      photo?.clear();
    } catch (error) {
      if (!isHere(conversationId, key)) return;
      const state = parts.isRefused(error) ? 'refused' : 'failed';
      become(conversationId, (one) => one.key === key, { state, reason: parts.reasonOf(error) });
      if (state === 'failed') become(conversationId, (one) => one.state === 'waiting', { state });
      parts.onFailed(error);
    }
  }

  async function run(conversationId: string): Promise<void> {
    if (busy.has(conversationId)) return;
    busy.add(conversationId);
    const next = () => outgoing(conversationId).find(({ state }) => state === 'waiting');
    for (let one = next(); one; one = next()) await deliver(conversationId, one);
    busy.delete(conversationId);
  }

  /** All that failed for the moment waits again; with a key, so does that one. */
  const wakeFailed = (conversationId: string, key?: string): void =>
    become(conversationId, (one) => one.state === 'failed' || (one.state === 'refused' && one.key === key), {
      state: 'waiting',
      reason: null,
    });

  return {
    /** Not yet arrived, oldest first. The same array until it changes. */
    outgoing,
    /** Calls back on every change, until the function handed back is called. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Sends what was written; says whether there was anything to send. */
    send: (conversationId: string, written: Written): boolean => {
      const content = written.content.trim();
      if (content === '' && !written.photo) return false;
      wakeFailed(conversationId);
      put(conversationId, [
        ...outgoing(conversationId),
        { key: parts.makeKey(), content, photo: written.photo, state: 'waiting', reason: null },
      ]);
      void run(conversationId);
      return true;
    },
    retry: (conversationId: string, key: string): void => {
      wakeFailed(conversationId, key);
      void run(conversationId);
    },
    discard: (conversationId: string, key: string): void => {
      drop(conversationId, key)?.photo?.clear();
    },
    /** Takes back what has certainly not arrived: it was refused, or its photo is still on its way. Else null. */
    takeBack: (conversationId: string, key: string): Written | null => {
      const one = outgoing(conversationId).find((it) => it.key === key);
      if (!one || !(one.state === 'refused' || one.photo?.items().some(isUnderWay))) return null;
      drop(conversationId, key);
      return one;
    },
  };
}
