import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { isUploadPending, type PhotoFailure } from '#web/features/photos/upload/photo-list.ts';
import type { PhotoUploads } from '#web/features/photos/upload/photo-uploads.ts';
import { createStore } from '#web/lib/store.ts';

export type MessageDraft = { readonly content: string; readonly photo: PhotoUploads | null };

/** A message on its way. `key` is its idempotency key, the same for all attempts. */
export type OutgoingMessage = MessageDraft & {
  readonly key: string;
  readonly writtenAtMs: number;
  /** The key of its photo, by which the file is kept. */
  readonly photoKey: string | null;
  /** `waiting` for the one before it; `failed` and worth another attempt; `refused` by the server for its content. */
  readonly state: 'waiting' | 'sending' | 'failed' | 'refused';
  readonly reason: string | null;
};

/** The photo of a kept message. Once uploaded it stays the same: the server refuses another one for the message's key. */
export type KeptPhoto = { readonly key: string; readonly uploaded: Photo | null };

/** An unsent message as it is kept while the page reloads; the file of its photo is kept apart. */
export type KeptMessage = Pick<OutgoingMessage, 'key' | 'writtenAtMs' | 'content'> & {
  readonly conversationId: string;
  readonly photo?: KeptPhoto;
};

/** "On my way" of an earlier day is not sent by itself. The server knows a key for this long, too. */
const SENT_WITHIN_MS = DAY_MS;

export type OutboxOptions = {
  /** Messages unsent when the page was left, and how they are stored now. */
  readonly kept: readonly KeptMessage[];
  readonly keep: (unsent: readonly KeptMessage[]) => void;
  readonly restorePhoto: (conversationId: string, photo: KeptPhoto) => PhotoUploads;
  readonly nowMs: () => number;
  readonly send: (
    conversationId: string,
    body: { readonly content: string; readonly photo: string | null },
    idempotencyKey: string,
  ) => Promise<Message>;
  readonly onSent: (message: Message) => void;
  /** Called once for messages that fail together. */
  readonly onFailed: (error: unknown) => void;
  readonly isRefused: (error: unknown) => boolean;
  readonly failureReason: (error: unknown) => string | null;
  readonly createKey: () => string;
};

/** The upload of a message's photo failed, or the photo is gone: then `failure` is null. */
export class PhotoNotSentError extends Error {
  readonly failure: PhotoFailure | null;
  /** Uploading the same photo again would fail too. */
  readonly isFinal: boolean;

  constructor(failure: PhotoFailure | null) {
    super('The photo was not sent');
    this.failure = failure;
    this.isFinal = !failure || failure.retry === 'never';
  }
}

export type Outbox = ReturnType<typeof createOutbox>;

const NO_MESSAGES: readonly OutgoingMessage[] = [];

type Queues = ReadonlyMap<string, readonly OutgoingMessage[]>;

/** The stored messages: sent with the next attempt, or only on request if old. */
function restoreQueues({ kept, restorePhoto, nowMs }: OutboxOptions): Queues {
  const queues = new Map<string, OutgoingMessage[]>();
  for (const { conversationId, photo, ...message } of kept) {
    const restored: OutgoingMessage = {
      ...message,
      photo: photo ? restorePhoto(conversationId, photo) : null,
      photoKey: photo?.key ?? null,
      state: nowMs() - message.writtenAtMs < SENT_WITHIN_MS ? 'failed' : 'refused',
      reason: null,
    };
    queues.set(conversationId, [...(queues.get(conversationId) ?? []), restored]);
  }
  return queues;
}

const unsentMessages = (queues: Queues): KeptMessage[] =>
  [...queues].flatMap(([conversationId, messages]) =>
    messages.map(({ key, writtenAtMs, content, photo, photoKey }) => ({
      conversationId,
      key,
      writtenAtMs,
      content,
      ...(photoKey !== null && { photo: { key: photoKey, uploaded: photo?.items()[0]?.photo ?? null } }),
    })),
  );

/** Waits for the upload of a photo, after a retry if it had failed, and returns its path. */
async function uploadedPath(photo: PhotoUploads): Promise<string> {
  for (const { key, status, failure } of photo.items())
    if (status === 'failed' && failure?.retry !== 'never') photo.retry(key);
  await photo.settled();
  const [item] = photo.items();
  if (!item?.photo) throw new PhotoNotSentError(item?.failure ?? null);
  return item.photo.objectPath;
}

/**
 * The unsent messages of every conversation, kept until sign-out, also while the page reloads. Sends those of a
 * conversation one after the other, in the order in which they were written. A failed message stays, with its text and
 * photo, and those waiting behind it fail too, unless the server refused the message itself. A retry, a new message or
 * a new connection sends all failed ones in order, under the keys of their first attempts.
 */
export function createOutbox(options: OutboxOptions) {
  const store = createStore(restoreQueues(options));
  const busy = new Set<string>();

  const outgoing = (conversationId: string): readonly OutgoingMessage[] =>
    store.get().get(conversationId) ?? NO_MESSAGES;
  const keep = (): void => options.keep(unsentMessages(store.get()));
  const replace = (conversationId: string, messages: readonly OutgoingMessage[]): void => {
    const queues = new Map(store.get());
    if (messages.length === 0) queues.delete(conversationId);
    else queues.set(conversationId, messages);
    store.set(queues);
    keep();
  };
  const update = (
    conversationId: string,
    matches: (message: OutgoingMessage) => boolean,
    change: Partial<OutgoingMessage>,
  ): void =>
    replace(
      conversationId,
      outgoing(conversationId).map((message) => (matches(message) ? { ...message, ...change } : message)),
    );
  const find = (conversationId: string, key: string): OutgoingMessage | undefined =>
    outgoing(conversationId).find((message) => message.key === key);
  const remove = (conversationId: string, key: string): OutgoingMessage | undefined => {
    const removed = find(conversationId, key);
    replace(
      conversationId,
      outgoing(conversationId).filter((message) => message.key !== key),
    );
    return removed;
  };

  async function deliver(conversationId: string, { key, content, photo }: OutgoingMessage): Promise<void> {
    update(conversationId, (message) => message.key === key, { state: 'sending', reason: null });
    try {
      const path = photo && (await uploadedPath(photo));
      // It may have been recalled during the upload.
      if (!find(conversationId, key)) return;
      if (path) keep();
      const message = await options.send(conversationId, { content, photo: path }, key);
      options.onSent(message);
      remove(conversationId, key);
      photo?.clear();
    } catch (error) {
      if (!find(conversationId, key)) return;
      const state = options.isRefused(error) ? 'refused' : 'failed';
      const reason = options.failureReason(error);
      update(conversationId, (message) => message.key === key, { state, reason });
      if (state === 'failed') update(conversationId, (message) => message.state === 'waiting', { state });
      options.onFailed(error);
    }
  }

  async function deliverAll(conversationId: string): Promise<void> {
    if (busy.has(conversationId)) return;
    busy.add(conversationId);
    const next = () => outgoing(conversationId).find(({ state }) => state === 'waiting');
    for (let message = next(); message; message = next()) await deliver(conversationId, message);
    busy.delete(conversationId);
  }

  /** Queues all failed messages again, but old ones only with their key; with a key, also that refused one. */
  const requeueFailed = (conversationId: string, key?: string): void => {
    const isOld = ({ writtenAtMs }: OutgoingMessage): boolean =>
      options.nowMs() - writtenAtMs >= SENT_WITHIN_MS;
    update(conversationId, (message) => message.state === 'failed' && message.key !== key && isOld(message), {
      state: 'refused',
    });
    update(
      conversationId,
      (message) => message.state === 'failed' || (message.state === 'refused' && message.key === key),
      { state: 'waiting', reason: null },
    );
  };

  return {
    store,
    /** Not yet arrived, oldest first. The same array until it changes. */
    outgoing,
    /** Queues a message; false if there is nothing to send. */
    send: (conversationId: string, draft: MessageDraft): boolean => {
      const content = draft.content.trim();
      if (content === '' && !draft.photo) return false;
      requeueFailed(conversationId);
      replace(conversationId, [
        ...outgoing(conversationId),
        {
          key: options.createKey(),
          writtenAtMs: options.nowMs(),
          content,
          photo: draft.photo,
          photoKey: draft.photo?.items()[0]?.key ?? null,
          state: 'waiting',
          reason: null,
        },
      ]);
      void deliverAll(conversationId);
      return true;
    },
    retry: (conversationId: string, key: string): void => {
      requeueFailed(conversationId, key);
      void deliverAll(conversationId);
    },
    /** Sends all failed messages of every conversation again: there is a connection now. */
    retryAll: (): void => {
      for (const conversationId of store.get().keys()) {
        requeueFailed(conversationId);
        void deliverAll(conversationId);
      }
    },
    discard: (conversationId: string, key: string): void => {
      remove(conversationId, key)?.photo?.clear();
    },
    /** Removes and returns a message that has certainly not arrived: refused, or its photo still uploading. */
    recall: (conversationId: string, key: string): MessageDraft | null => {
      const message = find(conversationId, key);
      if (!message || !(message.state === 'refused' || message.photo?.items().some(isUploadPending)))
        return null;
      remove(conversationId, key);
      return message;
    },
  };
}
