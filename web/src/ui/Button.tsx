import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './Spinner.tsx';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  wide?: boolean;
  /** Loading: the button keeps its place and focus and ignores further presses. */
  busy?: boolean;
};

/** A button of at least 44 px, `type="button"` by default. */
export function Button({
  variant = 'primary',
  size = 'regular',
  wide = false,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // A busy submit button must not submit its form again.
      type={busy ? 'button' : type}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={buttonStyle(variant, size, wide, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'accent';
export type ButtonSize = 'regular' | 'large';

const BASE =
  'edge inline-flex max-w-full items-center justify-center gap-2 rounded-control font-semibold text-center select-none [&>svg]:shrink-0 ' +
  'transition-[background-color,border-color,color,opacity,transform] duration-150 active:scale-[0.985] ' +
  'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-hover',
  secondary: 'border border-control bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-brand-soft hover:text-brand-soft-ink',
  danger: 'bg-tomato text-on-tomato hover:bg-tomato-hover',
  accent: 'bg-mango text-mango-ink hover:brightness-95',
};

/** On mango the focus ring has the text color: the brand's green would be invisible in the dark theme. */
export const FOCUS_ON_MANGO = 'focus-visible:outline-mango-ink';

const SIZES: Readonly<Record<ButtonSize, string>> = {
  regular: 'min-h-11 px-4 py-2 text-base',
  large: 'min-h-13 px-6 py-3 text-lg',
};

/** Style shared by buttons and button-like links. */
export function buttonStyle(
  variant: ButtonVariant,
  size: ButtonSize,
  wide: boolean,
  className: string | undefined,
): string {
  return classNames(BASE, VARIANTS[variant], SIZES[size], wide && 'w-full', className);
}
