import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './Button.tsx';

type LinkButtonProps = Omit<ComponentProps<'a'>, 'href'> & {
  href: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  wide?: boolean;
  /** A full page load instead of client-side routing: sign-in, sign-out, other sites. */
  leaves?: boolean;
};

/** A link styled as a button. It navigates; an action is a `Button`. */
export function LinkButton({
  href,
  variant = 'primary',
  size = 'regular',
  wide = false,
  leaves = false,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  const style = buttonStyle(variant, size, wide, className);
  return leaves ? (
    <a {...rest} href={href} className={style}>
      {children}
    </a>
  ) : (
    <Link {...rest} href={href} className={style}>
      {children}
    </Link>
  );
}
