import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import type { IllustrationName } from './illustrations.tsx';

/** Not a part of the first load, which seldom shows one; without it the space stays empty. */
const Illustration = lazyPart<{ readonly name: IllustrationName }>(async () => {
  const loaded = await import('./illustrations.tsx').catch(() => null);
  return loaded?.Illustration ?? (() => null);
});

type EmptyStateProps = {
  illustration: IllustrationName;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Heading level, where the screen needs one; plain text by default. */
  headingLevel?: 2 | 3;
  /** The picture beside the words, where something else follows. */
  isSmall?: boolean;
};

/** An empty state: one illustration, one sentence, one action. */
export function EmptyState({
  illustration,
  title,
  children,
  action,
  headingLevel,
  isSmall = false,
}: EmptyStateProps) {
  const Title = headingLevel ? (`h${headingLevel}` as const) : 'p';
  const picture = (
    <Suspense>
      <Illustration name={illustration} />
    </Suspense>
  );
  if (isSmall)
    return (
      <div className="flex items-center gap-4 py-2">
        <div className="h-14 w-15 shrink-0 *:size-full max-[15rem]:hidden">{picture}</div>
        <div className="min-w-0 flex-1">
          <Title className="font-sans text-base/tight font-semibold tracking-normal">{title}</Title>
          {children && <div className="mt-1 text-sm text-muted">{children}</div>}
          {action && <div className="mt-2 *:justify-start">{action}</div>}
        </div>
      </div>
    );
  return (
    <div className="flex flex-col items-center px-4 py-10 text-center">
      <div className="h-28 w-30">{picture}</div>
      <Title className="mt-4 text-lg font-semibold">{title}</Title>
      {children && <div className="mt-1 max-w-[38ch] text-muted">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
