import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { ShownAlert } from './alert-list.ts';

type Props = {
  /** Those not dismissed. */
  readonly alerts: readonly ShownAlert[];
  /** Why alerts may be delayed; null while the socket is connected. */
  readonly connectionError: string | null;
  /** Opens the requests. */
  readonly onHelp: () => void;
};

/** The requests near a donor in one line, where something else is being done: leads to them. */
export function AlertLine({ alerts, connectionError, onHelp }: Props) {
  const titleId = useId();
  const count = alerts.length;
  const title = (
    <>
      <span aria-hidden="true">🚨</span> <Trans>Emergency Food Requests Nearby</Trans>
    </>
  );
  return (
    <section
      aria-labelledby={titleId}
      className="-mx-4 -mt-5 mb-4 border-b border-tomato bg-tomato-soft px-4 text-sm font-semibold text-tomato-soft-ink sm:-mx-6 sm:-mt-8 sm:mb-6 sm:px-6 min-[81rem]:mx-0 min-[81rem]:-mt-4 min-[81rem]:rounded-control min-[81rem]:border min-[81rem]:px-4"
    >
      {count > 0 ? (
        <>
          <button
            type="button"
            onClick={onHelp}
            className="flex min-h-11 w-full items-center gap-1.5 py-1 text-start font-semibold forced-colors:px-2"
          >
            <span id={titleId} className="min-w-0">
              {title}
            </span>
            <span aria-hidden="true" className="tabular-nums">
              ({count})
            </span>
            <span className="ms-auto flex shrink-0 items-center gap-1 underline underline-offset-4">
              <span className="max-sm:sr-only">
                <Trans>Help Now</Trans>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
            </span>
          </button>
          <output aria-labelledby={titleId} className="sr-only">
            {plural(count, { one: '# request', other: '# requests' })}
          </output>
        </>
      ) : (
        <p id={titleId} className="pt-2">
          {title}
        </p>
      )}
      {connectionError !== null && (
        <p className="pb-2">
          <Trans>Emergency alerts may be delayed: {connectionError}</Trans>
        </p>
      )}
    </section>
  );
}
