import { Trans } from '@lingui/react/macro';
import { HandHeart, MapPin, Sprout } from 'lucide-react';
import type { ReactNode } from 'react';

type StepProps = { number: number; icon: ReactNode; title: ReactNode; children: ReactNode };

function Step({ number, icon, title, children }: StepProps) {
  return (
    <li className="flex gap-4 wide:flex-col wide:gap-5">
      <span className="relative flex size-14 shrink-0 items-center justify-center rounded-full bg-surface text-brand shadow-card [&_svg]:size-7">
        {icon}
        <span
          aria-hidden="true"
          className="absolute -end-1 -top-1 flex size-6 items-center justify-center rounded-full bg-mango text-sm font-bold text-mango-ink"
        >
          {number}
        </span>
      </span>
      <div>
        <h3 className="text-lg font-bold">{title}</h3>
        <p className="mt-1 max-w-[42ch] text-muted">{children}</p>
      </div>
    </li>
  );
}

/** The three-step explainer. */
export function Steps() {
  return (
    <section aria-labelledby="steps" className="bg-sunken py-14 wide:py-20">
      <div className="page-width px-gutter">
        <h2 id="steps" className="text-2xl wide:text-3xl">
          <Trans>From one kitchen to the next</Trans>
        </h2>
        <ol className="mt-8 grid gap-8 wide:mt-12 wide:grid-cols-3 wide:gap-10">
          <Step number={1} icon={<HandHeart />} title={<Trans>Share Food</Trans>}>
            <Trans>Add a photo, a few words, and a pickup time. It takes about a minute.</Trans>
          </Step>
          <Step number={2} icon={<MapPin />} title={<Trans>Find Nearby</Trans>}>
            <Trans>
              See what's close and how long it'll last. Claim it, then work out the rest by message.
            </Trans>
          </Step>
          <Step number={3} icon={<Sprout />} title={<Trans>Make Impact</Trans>}>
            <Trans>A meal gets eaten instead of thrown out, and two neighbors meet.</Trans>
          </Step>
        </ol>
      </div>
    </section>
  );
}
