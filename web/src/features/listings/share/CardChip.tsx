import { Check, ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

const SHAPE =
  'relative inline-flex min-h-9 items-center gap-1 rounded-full border px-3 py-1 text-sm/tight font-semibold transition-colors duration-150';
/** Extends the 36 px of a chip to a target of 44. */
const TARGET = 'before:absolute before:inset-x-0 before:-inset-y-1';

type CardChipProps = Omit<ComponentProps<'button'>, 'aria-pressed' | 'type'> & { readonly pressed: boolean };

/** A toggle on the card: 36 px high, its target 44. A check, not color alone, marks what is chosen. */
export const CardChip = ({ pressed, className, children, ...rest }: CardChipProps) => (
  <button
    {...rest}
    type="button"
    aria-pressed={pressed}
    className={classNames(
      SHAPE,
      TARGET,
      pressed ? 'border-ink bg-ink text-bg' : 'border-control bg-surface text-ink hover:bg-sunken',
      className,
    )}
  >
    {children}
    {pressed && (
      <Check
        strokeWidth={3}
        // over the corner, so that no other chip moves
        className="absolute -end-1 -top-1.5 size-4.5 rounded-full border border-bg bg-brand p-0.5 text-on-brand"
      />
    )}
  </button>
);

type ChipSelectProps = Omit<ComponentProps<'select'>, 'className'> & {
  readonly label: string;
  readonly shown: ReactNode;
  readonly className?: string;
};

/** A chip that opens the device's own list of choices. */
export const ChipSelect = ({ label, shown, className, children, ...select }: ChipSelectProps) => (
  <span
    className={classNames(
      SHAPE,
      'min-w-0 border-brand-soft bg-brand-soft text-brand-soft-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
      className,
    )}
  >
    <span aria-hidden="true" className="inline-block min-w-0 first-letter:uppercase">
      {shown}
    </span>
    {!select.disabled && <ChevronDown className="size-4 shrink-0" />}
    <select
      {...select}
      aria-label={label}
      className="absolute inset-x-0 -inset-y-1 w-full cursor-pointer appearance-none text-base opacity-0 disabled:cursor-default"
    >
      {children}
    </select>
  </span>
);
