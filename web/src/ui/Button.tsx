import type { ComponentProps } from 'react';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts';
import { Spinner } from './Spinner.tsx';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Full width of its container. */
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
