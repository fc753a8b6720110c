import { freshnessScore, scoreTone, type ListingTimes } from '@openlarder/domain/listings/freshness.ts';
import { classNames } from '#web/ui/class-names.ts';

const TONES = { green: 'bg-brand', yellow: 'bg-amber', red: 'bg-tomato' } as const;

/** The freshness score as a line of 4 px. For the eye only: badge and dialog say it in words. */
export function FreshnessBar({ times, nowMs }: { readonly times: ListingTimes; readonly nowMs: number }) {
  const score = freshnessScore(times, nowMs);
  return (
    <div aria-hidden="true" className="h-1 bg-sunken">
      <div
        className={classNames('h-full origin-left rtl:origin-right', TONES[scoreTone(score)])}
        style={{ transform: `scaleX(${score / 100})` }}
      />
    </div>
  );
}
