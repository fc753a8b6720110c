import { Trans } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { AtNow, HungerTable } from './HungerFigures.tsx';

type Props = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly pausedAtMs: number | null;
  readonly pause: { readonly label: string; readonly icon: ReactNode; readonly toggle: () => void };
};

/** The figures of the banner in full, and where they come from. */
export function HungerDialog({ open, onOpenChange, pausedAtMs, pause }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<Trans>World hunger today</Trans>}
      description={<Trans>Modeled estimates from public agency data.</Trans>}
    >
      <AtNow pausedAtMs={pausedAtMs}>{(nowMs) => <HungerTable nowMs={nowMs} />}</AtNow>
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
            <ExternalLink aria-hidden="true" className="ms-1 inline size-4 align-[-0.15em]" />
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
