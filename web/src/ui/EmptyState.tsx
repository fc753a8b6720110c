import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import type { IllustrationName } from './illustrations.tsx';

type IllustrationProps = { readonly name: IllustrationName };

/** Not a part of the first load, which seldom shows one; without it the space stays empty. */
const Illustration = lazyPart<IllustrationProps>(async () => {
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
};

/** An empty state: one illustration, one sentence, one action. */
export function EmptyState({ illustration, title, children, action, headingLevel }: EmptyStateProps) {
  const Title = headingLevel === 2 ? 'h2' : headingLevel === 3 ? 'h3' : 'p';
  return (
    <div className="flex flex-col items-center px-4 py-10 text-center">
      <div className="h-28 w-30">
        <Suspense>
          <Illustration name={illustration} />
        </Suspense>
      </div>
      <Title className="mt-4 text-lg font-semibold">{title}</Title>
      {children && <div className="mt-1 max-w-[38ch] text-muted">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
