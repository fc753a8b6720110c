import { classNames } from './class-names.ts';

/** A placeholder with the size of what is loading; set its size by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={classNames('animate-breathe rounded-small bg-sunken', className)} />
  );
}
