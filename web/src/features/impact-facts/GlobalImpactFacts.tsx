import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Card } from '#web/ui/Card.tsx';
import { ImpactFacts } from './ImpactFacts.tsx';

/** Number of facts shown beside the feed. */
export const SIDE_FACTS = 3;

/** The block "Global Impact Facts" beside the food. */
export function GlobalImpactFacts() {
  const headingId = useId();
  return (
    <Card as="section" aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-3 text-xl">
        <Trans>Global Impact Facts</Trans>
      </h2>
      <ImpactFacts limit={SIDE_FACTS} isBrief />
    </Card>
  );
}
