import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_SEARCH_LENGTH } from '@openlarder/domain/listings/listing-fields.ts';
import { ArrowLeft, Search, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAddress } from '#web/lib/address.ts';
import { useIsWide } from '#web/lib/browser-state.ts';
import { controlStyle } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import {
  isFoldedByBack,
  normalizeSearch,
  stateOfSearch,
  unfoldedOver,
  useFeedFilter,
} from './feed-filter.ts';

/** Too short to be felt; a request that the next letter makes useless is taken back. */
const PAUSE_MS = 150;

type Props = {
  readonly q: string;
  /** Called with another search: after a pause in typing, or immediately on Enter. */
  readonly onSearch: (q: string) => void;
  readonly onEscape?: () => void;
};

/** No keyboard shortcut: single letters get in the way of speech input. */
export function SearchField({ q, onSearch, onEscape }: Props) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(q);
  const [shownFor, setShownFor] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  // The search was changed by Back or by another button: the field follows.
  if (shownFor !== q) {
    setShownFor(q);
    if (normalizeSearch(typed) !== q) setTyped(q);
  }
  const [{ listing, person, request, sheet }] = useAddress();
  const isCovered = (listing ?? person ?? request ?? sheet) !== null;
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  useEffect(() => {
    const words = normalizeSearch(typed);
    // who has opened something meanwhile stays there, and finds the search done when they are back
    if (words === q || isCovered) return undefined;
    const timer = setTimeout(() => latest.current(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, q, isCovered]);
  return (
    <form
      className="relative min-w-0 flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(normalizeSearch(typed));
        // Closes the on-screen keyboard, which covers the results.
        if (window.matchMedia('(pointer: coarse)').matches) field.current?.blur();
      }}
    >
      <Search className="pointer-events-none absolute inset-y-0 start-3.5 my-auto size-5 text-muted" />
      <input
        ref={field}
        type="search"
        aria-label={t`Search food`}
        placeholder={t`Search food`}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={MAX_SEARCH_LENGTH}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onEscape?.();
        }}
        className={controlStyle(
          false,
          `rounded-full ps-11 ${typed ? 'pe-12' : 'pe-4'} [&::-webkit-search-cancel-button]:hidden`,
        )}
      />
      {typed && (
        <div className="absolute inset-y-0 end-0.5 flex items-center">
          <IconButton
            label={t`Clear search`}
            icon={<X />}
            onClick={() => {
              setTyped('');
              onSearch('');
              field.current?.focus();
            }}
          />
        </div>
      )}
    </form>
  );
}

type SearchToggleProps = {
  /** Told whether the field is unfolded over its line, whose other parts are then hidden. Has to be stable. */
  readonly onUnfolded: (isUnfolded: boolean) => void;
};

/**
 * The search of phones: an icon in the header, over which the field unfolds. That it is unfolded is in the address, also
 * with nothing in it, so that Back folds it.
 */
export function SearchToggle({ onUnfolded }: SearchToggleProps) {
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
