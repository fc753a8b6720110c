import { classNames } from './class-names.ts';

/** A quiet stand-in with the measures of what comes; give it a size by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'animate-shimmer rounded-small bg-sunken bg-linear-to-r from-transparent via-line/50 to-transparent bg-size-[200%_100%]',
        className,
      )}
    />
  );
}
