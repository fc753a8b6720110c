import { Trans } from '@lingui/react/macro';
import { type ReactNode, type Ref, useId } from 'react';
import { Button } from '#web/ui/Button.tsx';

/** Columns of lines, in a search. */
export const LINES = 'lines grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-x-6';

type Props = {
  /** Without one only screen readers have a heading. */
  readonly title: ReactNode;
  readonly gridClassName: string;
  readonly children: ReactNode;
};

/** All food that is in no row. */
export function FoodList({ title, gridClassName, children }: Props) {
  const headingId = useId();
  const list = (
    <ul className={gridClassName} aria-labelledby={headingId}>
      {children}
    </ul>
  );
  if (title)
    return (
      <section aria-labelledby={headingId} className="flex flex-col gap-1.5">
        <h2 id={headingId} className="text-lg/tight wide:text-xl">
          {title}
        </h2>
        {list}
      </section>
    );
  return (
    <section>
      <span className="sr-only">
        <h2 id={headingId}>
          <Trans>Food found</Trans>
        </h2>
      </span>
      {list}
    </section>
  );
}

type FeedEndProps = {
  readonly ref: Ref<HTMLDivElement>;
  readonly hasFailed: boolean;
  readonly busy: boolean;
  readonly onMore: () => void;
};

/** Where the next page loads, by itself or by its button. */
export const FeedEnd = ({ ref, hasFailed, busy, onMore }: FeedEndProps) => (
  <div ref={ref} className="flex flex-col items-center gap-2">
    {hasFailed && (
      <p role="alert" className="text-sm text-tomato">
        <Trans>We couldn't load more.</Trans>
      </p>
    )}
    <Button variant="secondary" busy={busy} onClick={onMore}>
      <Trans>Show more</Trans>
    </Button>
  </div>
);
