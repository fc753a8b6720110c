import { Plural, Trans } from '@lingui/react/macro';
import { type FactCategory, groupFacts } from '@openlarder/domain/impact-facts/fact-groups.ts';
import type { ImpactFact } from '@openlarder/domain/impact-facts/impact-fact-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { CloudSun, ExternalLink, type LucideIcon, Soup, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Badge } from '#web/ui/Badge.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { categoryLabel, figureOf, regionLabel } from './fact-labels.ts';
import { impactFactsQuery } from './impact-facts.queries.ts';

const ICONS: Readonly<Record<FactCategory, LucideIcon>> = {
  hunger: Soup,
  waste: Trash2,
  environment: CloudSun,
};

type Props = {
  /** Of one category only. */
  readonly category?: FactCategory;
  /** How many at most; it cuts across the categories in their order. */
  readonly limit?: number;
  /** Without the sentences, where there is little room. */
  readonly isBrief?: boolean;
};

/** The facts in a group for each category, with the states of loading and failure. */
export function ImpactFacts({ category, limit, isBrief = false }: Props) {
  const facts = useQuery(impactFactsQuery(category));
  if (facts.isPending) return <FactsSkeleton count={limit ?? 6} />;
  if (!facts.data)
    return (
      <ErrorState
        title={<Trans>Failed to load impact facts. Please try again later.</Trans>}
        onRetry={() => void facts.refetch()}
        retrying={facts.isFetching}
      />
    );
  return (
    <div className="flex flex-col gap-4">
      {groupFacts(facts.data, limit).map((group) => (
        <Group key={group.category} {...group} isBrief={isBrief} />
      ))}
    </div>
  );
}

type GroupProps = Required<Pick<Props, 'category' | 'isBrief'>> & { readonly facts: readonly ImpactFact[] };

function Group({ category, facts, isBrief }: GroupProps) {
  const headingId = useId();
  const Icon = ICONS[category];
  return (
    <section aria-labelledby={headingId} className="edge rounded-control border bg-bg px-4 pt-3 pb-1">
      <div className="flex items-center gap-2">
        <Icon aria-hidden="true" className="size-5 shrink-0 text-brand" />
        <h3 id={headingId} className="font-semibold">
          {categoryLabel(category)}
        </h3>
        <Badge tone="fresh" className="ms-auto">
          <span aria-hidden="true">{facts.length}</span>
          <VisuallyHidden>
            <Plural value={facts.length} one="# fact" other="# facts" />
          </VisuallyHidden>
        </Badge>
      </div>
      <ul className="mt-1 divide-y">
        {facts.map((fact) => (
          <FactItem key={fact.id} fact={fact} isBrief={isBrief} />
        ))}
      </ul>
    </section>
  );
}

/** As high as so many facts. */
export function FactsSkeleton({ count }: { readonly count: number }) {
  return (
    <div className="flex flex-col gap-3">
      <VisuallyHidden>
        <output>
          <Trans>Loading facts</Trans>
        </output>
      </VisuallyHidden>
      {Array.from({ length: count }, (_, nth) => (
        <Skeleton key={nth} className="h-14 rounded-control" />
      ))}
    </div>
  );
}

type FactItemProps = {
  readonly fact: ImpactFact;
  /** Without the sentence, where there is little room. */
  readonly isBrief?: boolean;
};

/** A figure with what it counts, where and when, and a link to its source. */
export function FactItem({ fact, isBrief = false }: FactItemProps) {
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
