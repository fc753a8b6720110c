import { useLingui } from '@lingui/react/macro';
import { MAX_SEARCH_LENGTH } from '@openlarder/domain/listings/listing-fields.ts';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '#web/lib/address.ts';
import { controlStyle } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { normalizeSearch } from './feed-filter.ts';

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
