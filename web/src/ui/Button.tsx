import type { ComponentProps } from 'react';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts';
import { Spinner } from './Spinner.tsx';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as what holds it. */
  wide?: boolean;
  /** Its work is under way: it stays in place, keeps the keyboard, and does nothing when pressed again. */
  busy?: boolean;
};

/** A button of at least 44 px. It is `type="button"` unless told otherwise. */
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
      // A busy submit button must not send its form a second time.
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
