import { Trans } from '@lingui/react/macro';
import { exportUserImpact, type UserImpact } from '@openlarder/domain/impact/impact-contract.ts';
import {
  CO2E,
  IMPACT_FACTORS_VERSION,
  type ImpactFactor,
  LOSS,
  MEAL,
} from '@openlarder/domain/kernel/impact-factors.ts';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { formatCo2 } from './impact-labels.ts';

type Props = { readonly impact: UserImpact; readonly onClose: () => void };

/** The figures, the factors behind them, where those come from, and one's own handovers to check them by. */
export function ImpactMethod({ impact, onClose }: Props) {
  const meals = formatNumber(impact.mealsShared);
  const pounds = formatNumber(MEAL.value);
  const co2e = formatNumber(CO2E.value);
  const percent = formatNumber(LOSS.value * 100);
  const [low, high] = [formatCo2(impact.co2SavedLow), formatCo2(impact.co2SavedHigh)];
  const saved = formatCo2(impact.co2Saved);
  return (
    <Dialog onOpenChange={onClose} title={<Trans>How is this worked out?</Trans>}>
      <div className="flex flex-col gap-4">
        <p>
          <Trans>
            Every serving that a neighbor really picked up counts as one meal: {meals} so far. Food that
            nobody came for, or that one of you disputed, counts for nothing.
          </Trans>
        </p>
        <p>
          <Trans>
            A meal is {pounds} lbs of food. Eating a pound instead of wasting it avoids {co2e} lbs of
            greenhouse gases (CO₂e), and {percent}% of shared food is lost all the same.
          </Trans>
        </p>
        <p className="font-semibold">
          <Trans>
            That makes {saved}. Others reckon differently: with their numbers it is {low} to {high}.
          </Trans>
        </p>
        <p>
          <Trans>
            People helped are the different neighbors who picked up from you, and everyone who eats where you
            answered a request for food. What came of a request counts a week later, so that nobody can tell
            whose it was.
          </Trans>
        </p>
        <ul className="flex flex-col gap-3 border-t pt-4 text-sm">
          <Factor factor={MEAL} name={<Trans>Meal</Trans>} />
          <Factor factor={CO2E} name={<Trans>Greenhouse gases</Trans>} />
          <Factor factor={LOSS} name={<Trans>Loss</Trans>} />
        </ul>
        <LinkButton href={exportUserImpact.path} variant="secondary" leaves download>
          <Download className="size-5" />
          <Trans>Download as a table (CSV)</Trans>
        </LinkButton>
        <p className="text-sm text-muted">
          <Trans>
            The table has one line for each time you shared and adds up to exactly these numbers. Version of
            the factors: {IMPACT_FACTORS_VERSION}.
          </Trans>
        </p>
      </div>
    </Dialog>
  );
}

function Factor({ factor, name }: { readonly factor: ImpactFactor; readonly name: ReactNode }) {
  const value = `${formatNumber(factor.id === 'loss' ? factor.value * 100 : factor.value)}${factor.id === 'loss' ? '%' : ` ${factor.unit}`}`;
  return (
    <li>
      <span className="font-semibold">{name}</span>: <bdi className="tabular-nums">{value}</bdi>
      {factor.low !== factor.high && (
        <span className="text-muted">
          {' '}
          (<bdi className="tabular-nums">{`${formatNumber(factor.low)}–${formatNumber(factor.high)}`}</bdi>)
        </span>
      )}
      <br />
      <a
        href={factor.address}
        target="_blank"
        rel="noreferrer"
        className="text-muted underline underline-offset-3"
      >
        {factor.source}
      </a>
    </li>
  );
}
