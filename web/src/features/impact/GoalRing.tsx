import { Trans } from '@lingui/react/macro';
import { formatNumber } from '#web/lib/format.ts';

const RADIUS = 42;
const LENGTH = 2 * Math.PI * RADIUS;

/** A number in a ring that fills up to a goal; full at the goal and beyond. The words beside it say the same. */
export function GoalRing({ value, goal }: { readonly value: number; readonly goal: number }) {
  const share = Math.min(1, value / goal);
  const goalText = formatNumber(goal);
  return (
    <div aria-hidden="true" className="relative grid size-[min(7.5rem,45vw)] shrink-0 place-items-center">
      <svg viewBox="0 0 100 100" className="col-start-1 row-start-1 size-full -rotate-90">
        <circle cx="50" cy="50" r={RADIUS} className="fill-none stroke-sunken" strokeWidth="11" />
        <circle
          cx="50"
          cy="50"
          r={RADIUS}
          className="fill-none stroke-brand transition-[stroke-dashoffset] duration-300 motion-reduce:transition-none forced-colors:stroke-[CanvasText]"
          strokeWidth="11"
          strokeLinecap={share > 0 ? 'round' : 'butt'}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - share)}
        />
      </svg>
      <p className="col-start-1 row-start-1 text-center leading-tight">
        <span className="block font-display text-[length:min(1.75rem,36px)] font-bold tabular-nums">
          {formatNumber(value)}
        </span>
        <span className="text-[length:min(0.875rem,18px)] text-muted">
          <Trans>of {goalText} meals</Trans>
        </span>
      </p>
    </div>
  );
}
