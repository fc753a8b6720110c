import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Card } from '#web/ui/Card.tsx';
import { ImpactFacts } from './ImpactFacts.tsx';

const CONTEXT_FACTS = 4;

/** What food that isn't eaten does to the environment, beside a person's own impact. */
export function GlobalImpactContext() {
  const headingId = useId();
  return (
    <Card as="section" aria-labelledby={headingId}>
      <h2 id={headingId} className="text-xl">
        <Trans>Global Impact Context</Trans>
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">
        <Trans>What every meal that gets eaten helps with.</Trans>
      </p>
      <ImpactFacts category="environment" limit={CONTEXT_FACTS} />
    </Card>
  );
}
