import type { PhotoUploads } from '#web/features/photos/photo-uploads.ts';

/** What was begun in a conversation and not sent. */
export type Draft = { readonly text: string; readonly photo: PhotoUploads | null };

const EMPTY: Draft = { text: '', photo: null };

/** What was begun in each conversation, kept while somebody looks elsewhere, for as long as they are signed in. */
export type Drafts = ReturnType<typeof makeDrafts>;

export function makeDrafts() {
  const drafts = new Map<string, Draft>();
  const listeners = new Set<() => void>();
  const draft = (conversationId: string): Draft => drafts.get(conversationId) ?? EMPTY;
  const write = (conversationId: string, change: Partial<Draft>): void => {
    const next = { ...draft(conversationId), ...change };
    if (next.text === '' && next.photo === null) drafts.delete(conversationId);
    else drafts.set(conversationId, next);
    for (const listener of listeners) listener();
  };
  return {
    /** The same object until it changes. */
    draft,
    write,
    /** Begins anew: what was there is on its way now. */
    clear: (conversationId: string): void => write(conversationId, EMPTY),
    /** Puts back what was taken back from its way; what has been begun since stays behind it. */
    putBack: (conversationId: string, back: Draft): void => {
      const { text, photo } = draft(conversationId);
      if (photo && back.photo) back.photo.clear();
      write(conversationId, {
        text: [back.text, text].filter(Boolean).join('\n'),
        photo: photo ?? back.photo,
      });
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
