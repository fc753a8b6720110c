import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { getCommunityStats } from '@openlarder/domain/impact/impact-contract.ts';
import { hungerEstimates, PEOPLE_FACING_HUNGER } from '@openlarder/domain/impact-facts/hunger-estimates.ts';
import { startOfDay } from '@openlarder/domain/kernel/time.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, ExternalLink, Info, Pause, Play } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { formatAbbreviated } from '#web/features/impact-facts/fact-labels.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { deviceZone, formatClock, formatNumber } from '#web/lib/format.ts';
import { useMediaQuery } from '#web/lib/browser-state.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Looks 32 px wide and is hit as if it had 44 in height. */
const ROUND =
  'target-44 inline-flex w-[min(2.25rem,44px)] shrink-0 items-center justify-center rounded-small text-muted hover:text-ink [&_svg]:size-[min(1.125rem,24px)]';

const elsePausedNow = (pausedAtMs: number | null): number | null => (pausedAtMs === null ? Date.now() : null);

type Props = { readonly isFolded: boolean; readonly onFold: (folded: boolean) => void };

/** One line that can be paused and folded; not announced, and still with reduced motion. */
export function HungerBanner({ isFolded, onFold }: Props) {
  const { t } = useLingui();
  const wantsStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [pausedAtMs, setPausedAtMs] = useState<number | null>(() => (wantsStill ? Date.now() : null));
  const [isOpen, setIsOpen] = useState(false);
  const foldId = useId();
  const pause = {
    label: pausedAtMs === null ? t`Pause the numbers` : t`Let the numbers run`,
    icon: pausedAtMs === null ? <Pause /> : <Play />,
    toggle: () => setPausedAtMs(elsePausedNow),
  };
  return (
    <aside
      aria-label={t`World hunger today`}
      className="page-width flex items-stretch px-gutter text-[length:min(0.75rem,16px)]/snug wide:text-[length:min(0.875rem,20px)]"
    >
      {isFolded ? (
        // a tap on the words unfolds too
        <label htmlFor={foldId} className="flex-1 cursor-pointer self-center text-muted">
          <RescuedToday />
        </label>
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
              <Info className="size-[min(0.875rem,18px)] max-wide:hidden" />
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
        id={foldId}
        type="button"
        aria-expanded={!isFolded}
        aria-label={isFolded ? t`Show world hunger today` : t`Fold world hunger today`}
        onClick={() => onFold(!isFolded)}
        className={`${ROUND} -me-2`}
      >
        {isFolded ? <ChevronDown /> : <ChevronUp />}
      </button>
      <HungerDialog open={isOpen} onOpenChange={setIsOpen} pausedAtMs={pausedAtMs} pause={pause} />
    </aside>
  );
}

/** What was rescued in this community today; without any, what unfolds. */
function RescuedToday() {
  const meals = useQuery(endpointQuery(getCommunityStats)).data?.mealsToday ?? 0;
  return meals > 0 ? (
    <Plural value={meals} one="# meal rescued here today" other="# meals rescued here today" />
  ) : (
    <Trans>World hunger today</Trans>
  );
}

type HungerDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly pausedAtMs: number | null;
  readonly pause: { readonly label: string; readonly icon: ReactNode; readonly toggle: () => void };
};

/** The figures of the banner in full, and where they come from. */
function HungerDialog({ open, onOpenChange, pausedAtMs, pause }: HungerDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<Trans>World hunger today</Trans>}
      description={<Trans>Modeled estimates from public agency data.</Trans>}
    >
      <EverySecond pausedAtMs={pausedAtMs}>{(nowMs) => <HungerTable nowMs={nowMs} />}</EverySecond>
      <Button variant="secondary" className="mt-3" onClick={pause.toggle}>
        <span aria-hidden="true" className="[&_svg]:size-5">
          {pause.icon}
        </span>
        {pause.label}
      </Button>
      <h3 className="mt-6 text-lg font-bold">
        <Trans>Where these numbers come from</Trans>
      </h3>
      <ul className="mt-2 flex list-disc flex-col gap-2 ps-5">
        <li>
          <Trans>
            People facing hunger: 673 million in 2024, 8.2% of everyone on Earth. Estimates range from 638 to
            720 million.
          </Trans>{' '}
          <a
            href="https://doi.org/10.4060/cd6008en"
            target="_blank"
            rel="noreferrer"
            className="font-semibold whitespace-nowrap text-brand underline underline-offset-3"
          >
            SOFI 2025
            <ExternalLink className="ms-1 inline size-4 align-[-0.15em]" />
            <span className="sr-only">
              <Trans>(opens in a new tab)</Trans>
            </span>
          </a>
        </li>
        <li>
          <Trans>
            Deaths: about 0.2854 a second, or 24,659 a day. That's near the 25,000 a day that the World Food
            Programme published in 2005.
          </Trans>
        </li>
        <li>
          <Trans>
            Child deaths: 5,895 a day, or 2.15 million a year. That's near 45% of 4.8 million deaths under
            five, the share that the World Health Organization links to undernutrition.
          </Trans>
        </li>
      </ul>
      <p className="mt-3">
        <Trans>
          No one counts these deaths day by day. We spread the estimates evenly over the day, starting at
          midnight where you are, and refresh them every 30 seconds.
        </Trans>
      </p>
    </Dialog>
  );
}

type FiguresProps = { readonly nowMs: number };

const estimatesAt = (nowMs: number) => hungerEstimates(nowMs, startOfDay(nowMs, deviceZone()));

/** Renders its figures each second, or, while it is paused, as they were at `pausedAtMs`. */
function EverySecond({
  pausedAtMs,
  children,
}: {
  readonly pausedAtMs: number | null;
  readonly children: (nowMs: number) => ReactNode;
}) {
  return pausedAtMs === null ? <Ticking>{children}</Ticking> : children(pausedAtMs);
}

function Ticking({ children }: { readonly children: (nowMs: number) => ReactNode }) {
  return children(useNow('second'));
}

const Amount = ({ children }: { readonly children: ReactNode }) => (
  <strong className="font-bold tabular-nums">{children}</strong>
);

/** The line, or two of them on a phone. */
function HungerLine({ nowMs }: FiguresProps) {
  const people = formatAbbreviated(PEOPLE_FACING_HUNGER);
  const { deaths, childDeaths } = estimatesAt(nowMs);
  return (
    <>
      <span>
        <Trans>
          <Amount>{people}</Amount> facing hunger
        </Trans>
      </span>
      <span>
        <Trans>
          <Amount>{formatNumber(deaths)}</Amount> deaths today
        </Trans>
      </span>
      <span>
        <Trans>
          <Amount>{formatNumber(childDeaths)}</Amount> child deaths
        </Trans>
      </span>
      <span className="text-muted tabular-nums">{formatClock(nowMs, deviceZone())}</span>
    </>
  );
}

/** The same one by one, with what each is. */
function HungerTable({ nowMs }: FiguresProps) {
  const { t } = useLingui();
  const { deaths, childDeaths } = estimatesAt(nowMs);
  const clock = formatClock(nowMs, deviceZone());
  const rows = [
    { figure: formatNumber(PEOPLE_FACING_HUNGER), label: t`people facing hunger, in 2024` },
    { figure: formatNumber(deaths), label: t`deaths from hunger since midnight` },
    { figure: formatNumber(childDeaths), label: t`child deaths since midnight` },
  ];
  return (
    <div>
      <dl className="flex flex-col divide-y">
        {rows.map(({ figure, label }) => (
          <div key={label} className="flex flex-wrap items-baseline gap-x-4 py-2">
            <dt className="flex-[1_1_8rem]">{label}</dt>
            <dd className="font-display text-xl whitespace-nowrap font-bold tracking-[-0.02em] tabular-nums">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-sm text-muted tabular-nums">
        <Trans>Your local time: {clock}</Trans>
      </p>
    </div>
  );
}
