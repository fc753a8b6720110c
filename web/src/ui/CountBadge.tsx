/**
 * A count over a corner, for example unread messages; hidden at zero. Decorative: the control's name says it
 * in words.
 */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden="true"
      className="absolute -end-0.5 -top-0.5 flex h-[min(1.25rem,26px)] min-w-[min(1.25rem,26px)] items-center justify-center rounded-full bg-tomato px-1 text-[length:min(0.75rem,16px)] font-bold text-on-tomato tabular-nums ring-2 ring-bg"
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
