import { t } from '@lingui/core/macro';
import { sendMessage } from '@openlarder/domain/messaging/message-contract.ts';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { type PartitionedPhotos, partitionPhotos } from '#web/features/photos/upload/photo-checks.ts';
import { keepFiles, takeFiles } from '#web/features/photos/upload/kept-files.ts';
import type { PhotoItem } from '#web/features/photos/upload/photo-list.ts';
import type { PhotoUploads, UploadState } from '#web/features/photos/upload/photo-uploads.ts';
import { createBrowserPhotoUploads } from '#web/features/photos/upload/use-photo-uploads.ts';
import { isOnline } from '#web/lib/browser-state.ts';
import { call } from '#web/lib/call.ts';
import { saveWhileWriting } from '#web/lib/draft.ts';
import { HttpError, isNetworkError } from '#web/lib/http-error.ts';
import { randomKey } from '#web/lib/idempotency-key.ts';
import { personalKey } from '#web/lib/personal-storage.ts';
import { isEndingSession } from '#web/lib/session-navigation.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { storedValue } from '#web/lib/stored-value.ts';
import { handleUnauthorized } from '#web/lib/unauthorized.ts';
import type { LiveClient } from '#web/live/live-client.ts';
import { LiveContext } from '#web/live/live-context.ts';
import { toastFailure } from '#web/ui/toast-store.ts';
import { cacheMessage } from '../../messaging/messaging.queries.ts';
import { holdDrafts, unsentText } from '../../messaging/unsent-text.ts';
import {
  createOutbox,
  type KeptMessage,
  type MessageDraft,
  type Outbox,
  PhotoNotSentError,
} from './outbox.ts';

type MessagingStore = {
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  /** Sends what waits, now and when the connection is back, as long as the page is open; once. */
  start(live: LiveClient | null): void;
};

/** Belongs to the query cache of a session: the next person who signs in starts with an empty one. */
const stores = new WeakMap<QueryClient, MessagingStore>();

/** Whether the server refused the message itself, so that trying again does not help. */
function isRefused(error: unknown): boolean {
  if (error instanceof PhotoNotSentError) return error.isFinal;
  if (!(error instanceof HttpError)) return false;
  return error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status);
}

function failureReason(error: unknown): string | null {
  if (error instanceof PhotoNotSentError)
    return error.failure?.message ?? t`This photo is gone. Please add it again.`;
  return error instanceof HttpError && error.status < 500 ? (error.userMessage ?? null) : null;
}

/** In this tab alone, so that no two send the same. */
const unsentOf = (personId: string) =>
  storedValue<readonly KeptMessage[]>({
    key: personalKey('outbox', personId),
    lasts: 'session',
    parse: (stored) => (Array.isArray(stored) ? stored.filter(isKeptMessage) : null),
  });

const isKeptMessage = (stored: unknown): stored is KeptMessage =>
  typeof stored === 'object' &&
  stored !== null &&
  'conversationId' in stored &&
  typeof stored.conversationId === 'string' &&
  'key' in stored &&
  typeof stored.key === 'string' &&
  'content' in stored &&
  typeof stored.content === 'string' &&
  'writtenAtMs' in stored &&
  typeof stored.writtenAtMs === 'number';

function createMessagingStore(queryClient: QueryClient): MessagingStore {
  const me = queryClient.getQueryData(currentUserQuery.queryKey);
  const unsent = me && unsentOf(me.id);
  const outbox = createOutbox({
    kept: unsent?.get() ?? [],
    keep: (messages) => unsent?.set(messages.length > 0 ? messages : null),
    restorePhoto: (conversationId, { key, uploaded }) => {
      const photo = createMessagePhoto(conversationId, uploaded ? [uploaded] : []);
      const file = takeFiles(formOf(conversationId), (keys) => keys.filter((one) => one === key));
      if (!uploaded) photo.addKept(file);
      return photo;
    },
    nowMs: Date.now,
    send: (conversationId, { content, photo }, idempotencyKey) =>
      call(sendMessage, {
        params: { id: conversationId },
        body: { content, ...(photo && { photo }) },
        idempotencyKey,
      }),
    onSent: (message) => cacheMessage(queryClient, message),
    onFailed: (error) => {
      if (handleUnauthorized(error)) return;
      // the message itself says that it waits for a network
      if (isNetworkError(error) && !isOnline()) return;
      toastFailure(t`Error`, t`Failed to send message. Please try again.`);
    },
    isRefused,
    failureReason,
    createKey: randomKey,
  });
  let isStarted = false;
  return {
    outbox,
    drafts: createDrafts(me?.id ?? null, outbox),
    start(live) {
      if (isStarted) return;
      isStarted = true;
      window.addEventListener('online', outbox.retryAll);
      // they are in this tab only: the browser asks before it closes, wherever the person is
      window.addEventListener('beforeunload', (event) => {
        if (outbox.store.get().size > 0 && !isEndingSession()) event.preventDefault();
      });
      live?.on('hello', outbox.retryAll);
      outbox.retryAll();
    },
  };
}

function useMessagingStore(): MessagingStore {
  const queryClient = useQueryClient();
  const live = useContext(LiveContext);
  const store = stores.get(queryClient) ?? createMessagingStore(queryClient);
  stores.set(queryClient, store);
  useEffect(() => store.start(live), [store, live]);
  return store;
}

const formOf = (conversationId: string): string => `message-${conversationId}`;

/** The photo of a message. Its file is kept until the message has arrived. */
function createMessagePhoto(conversationId: string, uploaded: readonly Photo[] = []): PhotoUploads {
  const photo = createBrowserPhotoUploads(uploaded);
  keepFiles(photo, formOf(conversationId), () => true);
  return photo;
}

const EMPTY: MessageDraft = { content: '', photo: null };

type Drafts = ReturnType<typeof createDrafts>;

/** The unsent draft of each conversation, until sign-out. `personId` is null while it is not known who writes. */
function createDrafts(personId: string | null, outbox: Outbox) {
  const store = createStore<ReadonlyMap<string, MessageDraft>>(new Map());
  /** Texts that have changed since they were stored. */
  const unsaved = new Set<string>();
  const saving = saveWhileWriting(() => {
    for (const id of unsaved) {
      const content = store.get().get(id)?.content ?? '';
      if (personId) unsentText(personId, id).save(content || null);
    }
    unsaved.clear();
  });
  /** As they were stored when this page first asked for them. */
  const kept = new Map<string, MessageDraft>();
  const keptOf = (conversationId: string): MessageDraft => {
    const known = kept.get(conversationId);
    if (known) return known;
    const content = personId && unsentText(personId, conversationId).load();
    const draft = content ? { content, photo: null } : EMPTY;
    kept.set(conversationId, draft);
    void takeBackPhoto(conversationId);
    return draft;
  };
  const get = (conversationId: string): MessageDraft =>
    store.get().get(conversationId) ?? keptOf(conversationId);
  const update = (conversationId: string, change: Partial<MessageDraft>): void => {
    const drafts = new Map(store.get());
    const next = { ...get(conversationId), ...change };
    // an empty one stays, so that what is stored elsewhere does not come back
    drafts.set(conversationId, next);
    unsaved.add(conversationId);
    store.set(drafts);
    saving.changed();
  };
  const attach = (conversationId: string, file: File): void => {
    const photo = createMessagePhoto(conversationId);
    photo.add([file]);
    update(conversationId, { photo });
  };
  /** The last photo that is in no unsent message; the others stay where they are kept. */
  const takeBackPhoto = async (conversationId: string): Promise<void> => {
    const isUnsent = (key: string) =>
      outbox.outgoing(conversationId).some(({ photoKey }) => photoKey === key);
    const files = await takeFiles(formOf(conversationId), (keys) =>
      get(conversationId).photo ? [] : keys.filter((key) => !isUnsent(key)).slice(-1),
    );
    if (files.size === 0 || get(conversationId).photo) return;
    const photo = createMessagePhoto(conversationId);
    photo.addKept(Promise.resolve(files));
    update(conversationId, { photo });
  };
  if (personId)
    holdDrafts(personId, (conversationId, text) => {
      const { content, photo } = get(conversationId);
      if (content === '' && !photo) update(conversationId, { content: text });
    });
  return {
    store,
    get,
    update,
    attach,
    clear: (conversationId: string): void => update(conversationId, EMPTY),
    /** Puts a recalled message before what has been written since. Its photo goes if there is a newer one. */
    restore: (conversationId: string, recalled: MessageDraft): void => {
      const { content, photo } = get(conversationId);
      if (photo && recalled.photo) recalled.photo.clear();
      update(conversationId, {
        content: [recalled.content, content].filter(Boolean).join('\n'),
        photo: photo ?? recalled.photo,
      });
    },
  };
}

export function useDraft(conversationId: string) {
  const { outbox, drafts } = useMessagingStore();
  const { content, photo } = useStore(drafts.store, () => drafts.get(conversationId));
  useEffect(() => {
    if (!photo) return undefined;
    window.addEventListener('online', photo.retryOffline);
    return () => window.removeEventListener('online', photo.retryOffline);
  }, [photo]);
  const removePhoto = () => {
    drafts.get(conversationId).photo?.clear();
    drafts.update(conversationId, { photo: null });
  };
  return {
    content,
    photo,
    setContent: (next: string) => drafts.update(conversationId, { content: next }),
    /** Replaces the photo by the first one among the files, and uploads it. Returns the files that are no photos. */
    attachPhoto: (files: readonly File[]): PartitionedPhotos<File>['rejected'] => {
      const { accepted, rejected } = partitionPhotos(files, 0);
      const [first] = accepted;
      if (first) {
        removePhoto();
        drafts.attach(conversationId, first);
      }
      return rejected;
    },
    removePhoto,
    send: () => {
      if (outbox.send(conversationId, drafts.get(conversationId))) drafts.clear(conversationId);
    },
  };
}

/** The messages of a conversation that have not arrived yet, and their actions. */
export function useOutbox(conversationId: string) {
  const { outbox, drafts } = useMessagingStore();
  const outgoing = useStore(outbox.store, () => outbox.outgoing(conversationId));
  return {
    outgoing,
    /** Sends a quick reply, unless the same one is on its way. */
    sendOnce: (content: string): void => {
      if (!outbox.outgoing(conversationId).some((message) => message.content === content))
        outbox.send(conversationId, { content, photo: null });
    },
    retry: (key: string) => outbox.retry(conversationId, key),
    discard: (key: string) => outbox.discard(conversationId, key),
    /** Puts a message back into the composer. */
    recall: (key: string) => {
      const recalled = outbox.recall(conversationId, key);
      if (recalled) drafts.restore(conversationId, { content: recalled.content, photo: recalled.photo });
    },
  };
}

const NO_PHOTOS = createStore<UploadState>({ items: [], lastRemoved: null });

export function usePhotoItem(photo: PhotoUploads | null): PhotoItem | null {
  return useStore(photo?.state ?? NO_PHOTOS, ({ items }) => items[0] ?? null);
}
