import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { DONATE_STEPS, type DonateStep } from '#web/lib/address.ts';

const NAMES: Readonly<Record<DonateStep, ReactNode>> = {
  amount: <Trans>Amount</Trans>,
  checkout: <Trans>Payment</Trans>,
  history: <Trans>Your Impact</Trans>,
};

/** Where in the three steps the person is, also said aloud when it changes. */
export function StepIndicator({ step }: { readonly step: DonateStep }) {
  const { t } = useLingui();
  const nth = DONATE_STEPS.indexOf(step) + 1;
  const name = NAMES[step];
  return (
    <>
      <ol
        aria-label={t`Steps`}
        className="flex flex-wrap items-center justify-center gap-x-2 gap-y-1 text-sm"
      >
        {DONATE_STEPS.map((one, index) => (
          <Fragment key={one}>
            {index > 0 && <li role="presentation" aria-hidden="true" className="h-px w-5 bg-control" />}
            <li
              aria-current={one === step ? 'step' : undefined}
              className="flex items-center gap-1.5 text-muted aria-[current=step]:font-semibold aria-[current=step]:text-brand forced-colors:aria-[current=step]:underline"
            >
              <span className="tabular-nums">{index + 1}</span>
              {NAMES[one]}
            </li>
          </Fragment>
        ))}
      </ol>
      <output aria-label={t`Current step`} className="sr-only">
        <Trans>
          Step {nth} of 3: {name}
        </Trans>
      </output>
    </>
  );
}
