import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone =
  | 'critical'
  | 'urgent'
  | 'today'
  | 'tomorrow'
  | 'fresh'
  | 'expired'
  | 'plain'
  | 'brand'
  | 'info'
  | 'accent';

const TONES: Readonly<Record<BadgeTone, string>> = {
  critical: 'bg-tomato-soft text-tomato-soft-ink',
  urgent: 'bg-orange-soft text-orange-soft-ink',
  today: 'bg-amber-soft text-amber-soft-ink',
  tomorrow: 'bg-sky-soft text-sky-soft-ink',
  fresh: 'bg-brand-soft text-brand-soft-ink',
  expired: 'bg-sunken text-muted',
  plain: 'bg-sunken text-ink',
  brand: 'bg-brand text-on-brand',
  info: 'bg-sky-soft text-sky-soft-ink',
  accent: 'bg-mango text-mango-ink',
};

type BadgeProps = { tone?: BadgeTone; icon?: ReactNode; className?: string; children: ReactNode };

/** A short label. Color only repeats the text and icon. */
export function Badge({ tone = 'plain', icon, className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-sm/tight font-semibold tabular-nums [&_svg]:size-4 [&_svg]:shrink-0',
        TONES[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}

type Props = {
  readonly count: number;
  /** Its position in the positioned parent. */
  readonly place?: string | undefined;
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
