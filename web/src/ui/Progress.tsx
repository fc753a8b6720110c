import { classNames } from './class-names.ts';

type ProgressProps = {
  label: string;
  /** 0 to `max`; null if unknown. */
  value: number | null;
  max?: number;
  tone?: 'brand' | 'critical' | 'urgent' | 'today' | 'tomorrow';
  className?: string;
};

const TONES = {
  brand: 'text-brand',
  critical: 'text-tomato',
  urgent: 'text-orange',
  today: 'text-amber',
  tomorrow: 'text-sky',
} as const;

export function Progress({ label, value, max = 100, tone = 'brand', className }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      max={max}
      {...(value !== null && { value: Math.min(max, Math.max(0, value)) })}
      className={classNames(
        'block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken',
        '[&::-moz-progress-bar]:bg-current [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-current',
        TONES[tone],
        className,
      )}
    />
  );
}
