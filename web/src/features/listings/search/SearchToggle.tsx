import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, Search } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useAddress } from '#web/lib/address.ts';
import { useIsWide } from '#web/lib/browser-state.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { isFoldedByBack, stateOfSearch, unfoldedOver, useFeedFilter } from './feed-filter.ts';
import { SearchField } from './SearchField.tsx';

type Props = {
  /** Told whether the field is unfolded over its line, whose other parts are then hidden. Has to be stable. */
  readonly onUnfolded: (isUnfolded: boolean) => void;
};

/**
 * The search of phones: an icon in the header, over which the field unfolds. That it is unfolded is in the address, also
 * with nothing in it, so that Back folds it.
 */
export function SearchToggle({ onUnfolded }: Props) {
  const { t } = useLingui();
  const isWide = useIsWide();
  const [filter, changeFilter] = useFeedFilter();
  const [{ q }, change] = useAddress();
  const isOpen = q !== null;
  const toggle = useRef<HTMLButtonElement>(null);
  const unfolded = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // the focus was within what has disappeared
    if (wasOpen.current && !isOpen && document.activeElement === document.body) toggle.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const isOver = isOpen && !isWide;
  useLayoutEffect(() => {
    onUnfolded(isOver);
    return () => onUnfolded(false);
  }, [isOver, onUnfolded]);
  if (isWide) return null;
  const fold = () => {
    // a visit may start with a search, and something else be chosen or opened during one
    if (isFoldedByBack(filter)) window.history.back();
    else change({ q: null }, { replace: true });
  };
  const unfold = () => {
    flushSync(() => change({ q: '' }, { replace: false, state: unfoldedOver(filter) }));
    // a search that Back unfolds again leaves the focus where it is
    unfolded.current?.querySelector('input')?.focus();
  };
  if (!isOpen) {
    return (
      <IconButton
        ref={toggle}
        label={t`Search food`}
        icon={<Search />}
        // takes the focus back while the rest of its line is still hidden
        className="visible!"
        onClick={unfold}
      />
    );
  }
  return (
    <div
      ref={unfolded}
      data-unfolded=""
      className="absolute inset-0 z-10 flex items-center gap-1 bg-bg px-gutter"
    >
      <IconButton
        label={t`Close search`}
        icon={<ArrowLeft className="rtl:-scale-x-100" />}
        className="-ms-2"
        onClick={fold}
      />
      <span className="sr-only">
        <Trans>The food below changes as you type.</Trans>
      </span>
      <SearchField
        q={filter.q}
        onSearch={(words) =>
          words === ''
            ? change({ q: '' }, { replace: true, state: stateOfSearch() })
            : changeFilter({ ...filter, q: words })
        }
        onEscape={fold}
      />
    </div>
  );
}
