import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

type Props = { readonly counter: ReactNode; readonly children: ReactNode };

/** The form, or what was just shared; an organization's counter stands beside it, below it on phones. */
export function WithCounter({ counter, children }: Props) {
  const { t } = useLingui();
  return (
    <div
      className={
        counter
          ? 'flex flex-col gap-8 wide:grid wide:grid-cols-[minmax(0,42rem)_minmax(0,1fr)] wide:items-start'
          : 'max-w-2xl'
      }
    >
      <div className="flex min-w-0 flex-col gap-3">
        {counter && (
          <a
            href="#counter"
            className="min-h-11 content-center self-start rounded-small font-semibold text-brand underline underline-offset-4 wide:hidden"
          >
            <Trans>At your counter</Trans>
          </a>
        )}
        {children}
      </div>
      {counter && (
        <section id="counter" aria-label={t`At your counter`} className="min-w-0 scroll-mt-24">
          {counter}
        </section>
      )}
    </div>
  );
}
