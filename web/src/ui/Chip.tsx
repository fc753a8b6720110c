import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { fadeCutEnds } from './fade-cut-ends.ts';

type ChipProps = Omit<ComponentProps<'button'>, 'aria-pressed'> & {
  pressed: boolean;
  /** Less high than its target, for a row that stays in sight. */
  dense?: boolean;
};

/** A toggle in a row of filters. Put several into a `ChipRow`. */
export function Chip({ pressed, dense = false, className, children, type = 'button', ...rest }: ChipProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-pressed={pressed}
      className={classNames(
        'inline-flex max-w-full shrink-0 items-center gap-2 rounded-full border text-sm font-semibold',
        dense ? 'target-44 min-h-9 px-3.5 wide:px-2.5' : 'min-h-11 px-4',
        'transition-colors duration-150 [&_svg]:size-4',
        pressed ? 'border-ink bg-ink text-bg' : 'border-control bg-surface text-ink hover:bg-sunken',
        className,
      )}
    >
      {children}
    </button>
  );
}

/** A row of chips that scrolls sideways, edge to edge, where it does not fit. */
export function ChipRow({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <fieldset
      ref={fadeCutEnds}
      className={classNames(
        'min-w-0 -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-6 sm:px-6 wide:mx-0 wide:flex-wrap wide:overflow-visible wide:px-0',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {children}
    </fieldset>
  );
}

/** A group of chips within a row that scrolls. */
export const ChipGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset aria-label={label} className="flex shrink-0 items-center gap-2 py-1 wide:gap-1.5">
    {children}
  </fieldset>
);
