import { Plural, Trans } from '@lingui/react/macro';
import { type FactCategory, firstOfEach, groupFacts } from '@openlarder/domain/impact-facts/fact-groups.ts';
import { type ImpactFact, listImpactFacts } from '@openlarder/domain/impact-facts/impact-fact-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { CloudSun, ExternalLink, type LucideIcon, Soup, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { categoryLabel, figureOf, regionLabel } from './fact-labels.ts';

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

export function ImpactFacts({ category, limit, isBrief = false }: Props) {
  const facts = useQuery(impactFactsQuery(category));
  if (facts.isPending) return <FactsSkeleton count={limit ?? 6} />;
  if (!facts.data)
    return (
      <QueryError
        of={facts}
        title={<Trans>Failed to load impact facts. Please try again later.</Trans>}
        reason={null}
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
          <span className="sr-only">
            <Plural value={facts.length} one="# fact" other="# facts" />
          </span>
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
      <span className="sr-only">
        <output>
          <Trans>Loading facts</Trans>
        </output>
      </span>
      {Array.from({ length: count }, (_, nth) => (
        <Skeleton key={nth} className="h-14 rounded-control" />
      ))}
    </div>
  );
}

type FactItemProps = {
  readonly fact: ImpactFact;
  readonly isBrief?: boolean;
};

export function FactItem({ fact, isBrief = false }: FactItemProps) {
  const { short, long, unit } = figureOf(fact);
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-2">
      <span className="min-w-[5.25rem] font-display text-xl font-bold tracking-[-0.02em] whitespace-nowrap text-brand tabular-nums">
        <span aria-hidden={short !== long}>{short}</span>
        {short !== long && <span className="sr-only">{long}</span>}
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
            <ExternalLink className="ms-1 inline size-3.5 align-[-0.1em]" />
            <span className="sr-only">
              <Trans>(opens in a new tab)</Trans>
            </span>
          </a>
        </p>
      </div>
    </li>
  );
}

export const impactFactsQuery = (category?: FactCategory) =>
  endpointQuery(listImpactFacts, category ? { query: { category } } : {});

export const SIDE_FACTS = 3;

/** The block "Global Impact Facts" beside the food. */
export function GlobalImpactFacts() {
  return (
    <Section isCard title={<Trans>Global Impact Facts</Trans>} heading="mb-3 text-xl">
      <ImpactFacts limit={SIDE_FACTS} isBrief />
    </Section>
  );
}

const CONTEXT_FACTS = 4;

/** What food that isn't eaten does to the environment, beside a person's own impact. */
export function GlobalImpactContext() {
  return (
    <Section isCard title={<Trans>Global Impact Context</Trans>}>
      <p className="mt-1 mb-3 text-sm text-muted">
        <Trans>What every meal that gets eaten helps with.</Trans>
      </p>
      <ImpactFacts category="environment" limit={CONTEXT_FACTS} />
    </Section>
  );
}

/**
 * The card "Why Food Sharing Matters": a fact of each category, others than in the block beside it, and the way to all.
 */
export function WhyFoodSharingMatters() {
  const facts = useQuery(impactFactsQuery());
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section
      isCard
      title={<Trans>Why Food Sharing Matters</Trans>}
      heading="mb-1 text-xl"
      className="flex flex-col"
    >
      {facts.isPending && <FactsSkeleton count={3} />}
      {facts.isError && (
        <QueryError
          of={facts}
          title={<Trans>Failed to load impact facts. Please try again later.</Trans>}
          reason={null}
        />
      )}
      {facts.data && (
        <>
          <ul className="divide-y">
            {firstOfEach(facts.data.slice(SIDE_FACTS)).map((fact) => (
              <FactItem key={fact.id} fact={fact} isBrief />
            ))}
          </ul>
          <Button variant="secondary" wide className="mt-3" onClick={() => setIsOpen(true)}>
            <Trans>View More Facts</Trans>
          </Button>
        </>
      )}
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        size="large"
        title={<Trans>Why Food Sharing Matters</Trans>}
        description={<Trans>Each figure names the year, and leads to whoever published it.</Trans>}
      >
        <ImpactFacts />
      </Dialog>
    </Section>
  );
}
