import { Plural } from '@lingui/react/macro';
import { ArrowUp } from 'lucide-react';
import { createPortal } from 'react-dom';
import { Button } from '#web/ui/Button.tsx';

type Props = {
  /** How much new food there is. */
  readonly count: number;
  /** True if it leads to where new food stands, rather than to the beginning of a list. */
  readonly isNearby: boolean;
  /** Where it stands, beside the filters that stay in sight; without one in its own place. */
  readonly slot: HTMLElement | null;
  readonly onShow: () => void;
};

/** "1 new nearby": announced, and brings new food to where the person is. */
export function NewFoodPill({ count, isNearby, slot, onShow }: Props) {
  const pill = (
    <output className="flex shrink-0">
      {count > 0 && (
        <Button
          className="target-44 min-h-9 rounded-full px-3 py-1 text-sm whitespace-nowrap"
          variant="accent"
          onClick={onShow}
        >
          <ArrowUp aria-hidden="true" className="size-4" />
          {isNearby ? (
            <Plural value={count} one="# new nearby" other="# new nearby" />
          ) : (
            <Plural value={count} one="Show # new item" other="Show # new items" />
          )}
        </Button>
      )}
    </output>
  );
  return slot ? createPortal(pill, slot) : pill;
}
