import { classNames } from './class-names.ts';

type ProgressProps = {
  label: string;
  /** 0 to `max`; null while it cannot be known. */
  value: number | null;
  max?: number;
  tone?: 'brand' | 'critical' | 'urgent' | 'today' | 'tomorrow';
  className?: string;
};

const TONES = {
  brand: 'bg-brand',
  critical: 'bg-tomato',
  urgent: 'bg-orange',
  today: 'bg-amber',
  tomorrow: 'bg-sky',
} as const;

/** How far something has come, as a bar that says its value. */
export function Progress({ label, value, max = 100, tone = 'brand', className }: ProgressProps) {
  const share = value === null ? 1 : Math.min(1, Math.max(0, value / max));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value ?? undefined}
      className={classNames('h-2 overflow-hidden rounded-full bg-sunken', className)}
    >
      <div
        className={classNames(
          'h-full origin-left rounded-full transition-transform duration-240 rtl:origin-right',
          TONES[tone],
          value === null && 'opacity-40',
        )}
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}
