import { useEffect, useSyncExternalStore } from 'react';
import { makeFormPhotos } from '#web/features/photos/form-photos.ts';
import { type Sorted, sortPhotos } from '#web/features/photos/photo-checks.ts';
import { useMessagingDesk } from './messaging-desk.ts';

/** What is being written in a conversation, kept while somebody looks elsewhere. */
export function useDraft(conversationId: string) {
  const { outbox, drafts } = useMessagingDesk();
  const { text, photo } = useSyncExternalStore(drafts.subscribe, () => drafts.draft(conversationId));
  useEffect(() => {
    if (!photo) return undefined;
    window.addEventListener('online', photo.retryUnanswered);
    return () => window.removeEventListener('online', photo.retryUnanswered);
  }, [photo]);
  const detach = () => {
    drafts.draft(conversationId).photo?.clear();
    drafts.write(conversationId, { photo: null });
  };
  return {
    text,
    photo,
    write: (next: string) => drafts.write(conversationId, { text: next }),
    /** Takes the first photo among the files, in place of the one before, and begins to send it; answers what is none. */
    attach: (files: readonly File[]): Sorted<File>['refused'] => {
      const { taken, refused } = sortPhotos(files, 0);
      const [first] = taken;
      if (first) {
        detach();
        const uploads = makeFormPhotos();
        uploads.add([first]);
        drafts.write(conversationId, { photo: uploads });
      }
      return refused;
    },
    detach,
    send: () => {
      const written = drafts.draft(conversationId);
      if (outbox.send(conversationId, { content: written.text, photo: written.photo }))
        drafts.clear(conversationId);
    },
  };
}
