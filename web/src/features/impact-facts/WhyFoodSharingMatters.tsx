import { Trans } from '@lingui/react/macro';
import { firstOfEach } from '@openlarder/domain/impact-facts/fact-groups.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FactItem, FactsSkeleton, ImpactFacts } from './ImpactFacts.tsx';
import { SIDE_FACTS } from './GlobalImpactFacts.tsx';
import { impactFactsQuery } from './impact-facts.queries.ts';

/**
 * The card "Why Food Sharing Matters": a fact of each category, others than in the block beside it, and the way to all.
 */
export function WhyFoodSharingMatters() {
  const headingId = useId();
  const facts = useQuery(impactFactsQuery());
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card as="section" aria-labelledby={headingId} className="flex flex-col">
      <h2 id={headingId} className="mb-1 text-xl">
        <Trans>Why Food Sharing Matters</Trans>
      </h2>
      {facts.isPending && <FactsSkeleton count={3} />}
      {facts.isError && (
        <ErrorState
          title={<Trans>Failed to load impact facts. Please try again later.</Trans>}
          onRetry={() => void facts.refetch()}
          retrying={facts.isFetching}
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
    </Card>
  );
}
