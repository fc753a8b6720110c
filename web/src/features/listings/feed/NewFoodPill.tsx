import { Plural } from '@lingui/react/macro';
import { ArrowUp } from 'lucide-react';
import { createPortal } from 'react-dom';
import { createStore, type ReadableStore, useStore } from '#web/lib/store.ts';

/** A store, so that the feed does not render again once the element is there. */
export type NewsSlot = ReadableStore<HTMLElement | null>;

const NO_SLOT: NewsSlot = createStore<HTMLElement | null>(null);

type NewFoodPillProps = {
  readonly count: number;
  /** True if it leads to the new food, rather than to the beginning of a list. */
  readonly isNearby: boolean;
  /** The element beside the sticky filters; without one it is in its own place. */
  readonly slot?: NewsSlot | undefined;
  readonly onShow: () => void;
};

/** "1 new nearby": announced, and brings new food to where the person is. */
export function NewFoodPill({ count, isNearby, slot, onShow }: NewFoodPillProps) {
  const place = useStore(slot ?? NO_SLOT);
  const pill = (
    <output className="flex shrink-0">
      {count > 0 && (
        <button
          type="button"
          className="target-44 inline-flex min-h-9 items-center gap-1.5 rounded-full border border-transparent bg-mango px-3 text-sm font-semibold whitespace-nowrap text-mango-ink hover:brightness-95"
          onClick={onShow}
        >
          <ArrowUp className="size-4" />
          {isNearby ? (
            <Plural value={count} one="# new nearby" other="# new nearby" />
          ) : (
            <Plural value={count} one="Show # new item" other="Show # new items" />
          )}
        </button>
      )}
    </output>
  );
  if (!slot) return pill;
  // rendered only once its place exists: elsewhere it would add a gap and remove it again
  return place && createPortal(pill, place);
}
