import { classNames } from './class-names.ts';

type Props = {
  readonly count: number;
  /** Its position in the positioned parent. */
  readonly place?: string;
};

/** A count over a corner; hidden at zero. Decorative: the control's name says it in words. */
export function CountBadge({ count, place = '-end-0.5 -top-0.5 ring-2 ring-bg' }: Props) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden="true"
      data-count={count > 99 ? '99+' : count}
      className={classNames(
        'absolute flex h-[min(1.25rem,26px)] min-w-[min(1.25rem,26px)] items-center justify-center rounded-full bg-brand px-1 text-[length:min(0.75rem,16px)] font-bold text-on-brand tabular-nums before:content-[attr(data-count)]',
        place,
      )}
    />
  );
}
