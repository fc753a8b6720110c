import { classNames } from './class-names.ts';

type Props = {
  readonly className?: string;
  /** True for a place out of sight: a browser draws each frame again for what moves, also out of sight. */
  readonly still?: boolean;
};

/** A placeholder with the size of what is loading; set its size by `className`. */
export function Skeleton({ className, still = false }: Props) {
  return (
    <div
      aria-hidden="true"
      className={classNames('rounded-small bg-sunken', !still && 'animate-breathe', className)}
    />
  );
}
