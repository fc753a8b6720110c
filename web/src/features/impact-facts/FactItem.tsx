import { Trans } from '@lingui/react/macro';
import type { ImpactFact } from '@openlarder/domain/impact-facts/impact-fact-contract.ts';
import { ExternalLink } from 'lucide-react';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { figureOf, regionLabel } from './fact-labels.ts';

type Props = {
  readonly fact: ImpactFact;
  /** Without the sentence, where there is little room. */
  readonly isBrief?: boolean;
};

/** A figure with what it counts, where and when, and a link to its source. */
export function FactItem({ fact, isBrief = false }: Props) {
  const { short, long, unit } = figureOf(fact);
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-2">
      <span className="min-w-[5.25rem] font-display text-xl font-bold tracking-[-0.02em] whitespace-nowrap text-brand tabular-nums">
        <span aria-hidden={short !== long}>{short}</span>
        {short !== long && <VisuallyHidden>{long}</VisuallyHidden>}
      </span>
      <div className="min-w-[min(100%,9rem)] flex-1">
        <p className="leading-snug font-semibold">{unit}</p>
        {!isBrief && <p className="mt-0.5 text-sm">{fact.description}</p>}
        <p className="text-sm text-muted">
          {[regionLabel(fact.region), fact.year].filter(Boolean).join(' · ')}
          {' · '}
          <a
            href={fact.sourceUrl}
            target="_blank"
            rel="noreferrer"
            className="target-44 rounded-small underline decoration-control underline-offset-3 hover:decoration-current"
          >
            {fact.source}
            <ExternalLink aria-hidden="true" className="ms-1 inline size-3.5 align-[-0.1em]" />
            <VisuallyHidden>
              <Trans>(opens in a new tab)</Trans>
            </VisuallyHidden>
          </a>
        </p>
      </div>
    </li>
  );
}
