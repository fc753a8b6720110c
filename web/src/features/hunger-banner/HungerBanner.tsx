import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, ChevronUp, Info, Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { EverySecond, HungerDialog, HungerLine } from './HungerDialog.tsx';

/** Looks 32 px wide and is hit as if it had 44 in height. */
const ROUND =
  'target-44 inline-flex w-[min(2.25rem,44px)] shrink-0 items-center justify-center rounded-small text-muted hover:text-ink [&_svg]:size-[min(1.125rem,24px)]';

const elsePausedNow = (pausedAtMs: number | null): number | null => (pausedAtMs === null ? Date.now() : null);

type Props = { readonly isFolded: boolean; readonly onFold: (folded: boolean) => void };

/**
 * How many people hunger has reached today, in one line that can be paused and folded. Not announced by screen readers,
 * and still with reduced motion.
 */
export function HungerBanner({ isFolded, onFold }: Props) {
  const { t } = useLingui();
  const wantsStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [pausedAtMs, setPausedAtMs] = useState<number | null>(() => (wantsStill ? Date.now() : null));
  const [isOpen, setIsOpen] = useState(false);
  const fold = useRef<HTMLButtonElement>(null);
  const pause = {
    label: pausedAtMs === null ? t`Pause the numbers` : t`Let the numbers run`,
    icon: pausedAtMs === null ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />,
    toggle: () => setPausedAtMs(elsePausedNow),
  };
  return (
    <aside
      aria-label={t`World hunger today`}
      className="page-width flex items-stretch px-gutter text-[length:min(0.75rem,16px)]/snug wide:text-[length:min(0.875rem,20px)]"
    >
      {isFolded ? (
        <span className="flex-1 self-center text-muted">
          <Trans>World hunger today</Trans>
        </span>
      ) : (
        <>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
            className="target-44 flex flex-1 flex-wrap content-center items-center gap-x-2 rounded-small text-start wide:gap-x-5 forced-colors:px-2"
          >
            <EverySecond pausedAtMs={pausedAtMs}>{(nowMs) => <HungerLine nowMs={nowMs} />}</EverySecond>
            <span className="inline-flex items-center gap-1 text-muted">
              <Info aria-hidden="true" className="size-[min(0.875rem,18px)] max-wide:hidden" />
              <span
                aria-hidden="true"
                className="underline decoration-control underline-offset-3 wide:hidden"
              >
                <Trans comment="short for estimates">est.</Trans>
              </span>
              <span className="underline decoration-control underline-offset-3 max-wide:sr-only">
                <Trans>Modeled estimates</Trans>
              </span>
            </span>
          </button>
          <button type="button" aria-label={pause.label} onClick={pause.toggle} className={ROUND}>
            {pause.icon}
          </button>
        </>
      )}
      <button
        ref={fold}
        type="button"
        aria-expanded={!isFolded}
        aria-label={isFolded ? t`Show world hunger today` : t`Fold world hunger today`}
        onClick={() => onFold(!isFolded)}
        className={`${ROUND} -me-2`}
      >
        {isFolded ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
      </button>
      <HungerDialog open={isOpen} onOpenChange={setIsOpen} pausedAtMs={pausedAtMs} pause={pause} />
    </aside>
  );
}
