import { personalKey } from '#web/lib/personal-storage.ts';
import { createStore, type ReadableStore } from '#web/lib/store.ts';
import { storedValue } from '#web/lib/stored-value.ts';
import { isExpiredDraft, parseDraft, type ShareDraft } from './share-draft.ts';

/** What happened to the draft outside this form: another tab has changed it, or has submitted or cleared it. */
export type DraftConflict = 'changed' | 'cleared' | null;

/** One person's draft in the browser's storage. Never overwrites what another tab wrote since it was read here. */
export type ShareDraftStorage = {
  /** The draft as stored now; ends a conflict. Null if there is none or it is too old. */
  readonly load: () => ShareDraft | null;
  /** Stores a draft, or removes it; does nothing during a conflict and after `discard`. */
  readonly save: (draft: ShareDraft | null) => void;
  /** Ends a conflict: the next `save` overwrites what another tab wrote. */
  readonly takeOver: () => void;
  /** Removes the draft, once it is submitted or thrown away. Saves nothing more; other forms with it are told. */
  readonly discard: () => void;
  readonly isDiscarded: () => boolean;
  readonly conflict: ReadableStore<DraftConflict>;
};

export const draftKey = (personId: string): string => personalKey('share-draft', personId);

export function createShareDraftStorage(personId: string, nowMs: () => number): ShareDraftStorage {
  const stored = storedValue({ key: draftKey(personId), parse: parseDraft });
  /** The draft as last read or written here. */
  let seen: ShareDraft | null = null;
  let isDiscarded = false;

  const conflict = createStore<DraftConflict>(null, () =>
    stored.subscribe((origin) => {
      const now = stored.get();
      // A form that shows no draft has nothing to lose; `save` checks again before it writes.
      if (now === seen || seen === null) return;
      if (now === null) conflict.set('cleared');
      else if (origin === 'other-tab') conflict.set('changed');
    }),
  );

  return {
    load: () => {
      seen = stored.get();
      conflict.set(null);
      return seen && isExpiredDraft(seen, nowMs()) ? null : seen;
    },
    save: (draft) => {
      if (isDiscarded) return;
      const now = stored.get();
      if (now !== seen) conflict.set(now === null ? 'cleared' : 'changed');
      if (conflict.get() !== null) return;
      seen = draft;
      stored.set(draft);
    },
    takeOver: () => {
      seen = stored.get();
      conflict.set(null);
    },
    discard: () => {
      const isUnchanged = stored.get() === seen;
      seen = null;
      isDiscarded = true;
      conflict.set(null);
      if (isUnchanged) stored.set(null);
    },
    isDiscarded: () => isDiscarded,
    conflict,
  };
}
