import { Plural, Trans } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';

type UnstatedFoodProps = {
  readonly listings: readonly Listing[];
  /** Nothing else is listed. */
  readonly isOnly: boolean;
  readonly gridClassName: string;
  readonly renderCard: (listing: Listing, index: number) => ReactNode;
};

/** Food of whose allergens its donors say nothing, set apart for a person who avoids some. */
export function UnstatedFood({ listings, isOnly, gridClassName, renderCard }: UnstatedFoodProps) {
  const [isToggled, setToggled] = useState(false);
  const isOpen = isToggled !== isOnly;
  const count = listings.length;
  if (count === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-lg/tight wide:text-xl">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-11 items-center gap-1.5 rounded-small text-start"
          onClick={() => setToggled((before) => !before)}
        >
          <ChevronRight
            className={`size-5 shrink-0 transition-transform duration-150 ${isOpen ? 'rotate-90' : 'rtl:-scale-x-100'}`}
          />
          {isOnly ? (
            <Plural
              value={count}
              one="# where the donor hasn't said what's in it"
              other="# where the donor hasn't said what's in it"
            />
          ) : (
            <Plural
              value={count}
              one="# more where the donor hasn't said what's in it"
              other="# more where the donor hasn't said what's in it"
            />
          )}
        </button>
      </h2>
      {isOpen && (
        <>
          <p className="text-sm text-muted">
            <Trans>There are foods you avoid. Please ask before you eat any of these.</Trans>
          </p>
          <ul className={gridClassName}>{listings.map(renderCard)}</ul>
        </>
      )}
    </section>
  );
}
