type ProgressProps = {
  label: string;
  /** 0 to 100; null if unknown. */
  value: number | null;
};

export function Progress({ label, value }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      max={100}
      {...(value !== null && { value: Math.min(100, Math.max(0, value)) })}
      className="block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken text-brand [&::-moz-progress-bar]:bg-current [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-current"
    />
  );
}
