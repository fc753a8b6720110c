import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** Accessible name. */
  label: string;
  icon: ReactNode;
  variant?: 'quiet' | 'raised' | 'brand';
  /** A small count or dot over the upper end corner; `label` must say its meaning. */
  mark?: ReactNode;
};

const VARIANTS = {
  quiet: 'text-ink hover:bg-brand-soft hover:text-brand-soft-ink',
  raised: 'border border-line bg-surface text-ink shadow-float hover:bg-sunken',
  brand: 'bg-brand text-on-brand shadow-float hover:bg-brand-hover',
} as const;

/** A round 44 px button that shows only an icon. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  mark,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(
        'relative inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-colors duration-150',
        'disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-5.5',
        VARIANTS[variant],
        className,
      )}
    >
      {icon}
      {mark}
    </button>
  );
}
