import { ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

/** Loads on its own: the rest of the section neither waits for it nor fails with it. */
export const Loaded = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary>
    <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>{children}</Suspense>
  </ErrorBoundary>
);

/** The same function at each rendering, so that the card has the focus once. */
const focusCard = (card: HTMLElement | null) => card?.focus({ preventScroll: true });

/** A line of a phone that turns into the card it names. */
export function OnTap({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <div tabIndex={-1} ref={focusCard} className="outline-none">
        <Loaded>{children}</Loaded>
      </div>
    );
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={() => setOpen(true)}
      className="flex min-h-14 items-center justify-between gap-3 rounded-card bg-surface px-4 py-2 text-start font-display text-lg font-bold shadow-card"
    >
      {title}
      <ChevronRight className="size-5 shrink-0 text-muted rtl:-scale-x-100" />
    </button>
  );
}
