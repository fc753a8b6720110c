import { Trans } from '@lingui/react/macro';
import { LifeBuoy } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const LoadedHelpLines = lazyPart(async () => (await import('./HelpLines.tsx')).LoadedHelpLines);

/** Help lines, one tap away. The children stand before the button, with it in one low line on a phone. */
export function OtherHelp({ children }: { readonly children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  return (
    <>
      <div className="flex flex-wrap items-center justify-center gap-x-2 sm:gap-x-4">
        {children}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setOpen(!isOpen)}
          className={classNames(
            'target-44 inline-flex items-center gap-2 rounded-small px-1 font-semibold underline underline-offset-4 sm:min-h-11',
            children === undefined ? 'min-h-11' : 'max-sm:min-h-8 max-sm:*:hidden',
          )}
        >
          <LifeBuoy className="size-5 shrink-0" />
          <Trans>Help lines</Trans>
        </button>
      </div>
      {isOpen && (
        <div id={panelId} className="rounded-control bg-surface text-start text-ink">
          <Suspense fallback={<Skeleton className="h-20 rounded-control" />}>
            <LoadedHelpLines />
          </Suspense>
        </div>
      )}
    </>
  );
}
