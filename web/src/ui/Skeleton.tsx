import { classNames } from './class-names.ts';

/** A placeholder with the size of what is loading; set its size by `className`. */
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
