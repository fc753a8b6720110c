import { getHandover, type Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { useStore } from '#web/lib/store.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { closeStage, handoverStage, type Stage } from './handover-stage.ts';

const CodeScreen = lazy(async () => ({ default: (await import('./CodeScreen.tsx')).CodeScreen }));
const EnterCodeSheet = lazy(async () => ({ default: (await import('./CodeSheet.tsx')).EnterCodeSheet }));

/** Shows the code that is opened, over any tab. It goes with the screen under it, so that Back does not leave it alone. */
export function HandoverStage() {
  const stage = useStore(handoverStage);
  const [path] = useLocation();
  const search = useSearch();
  return (
    <>
      <ClosedOnLeave key={`${path}?${search}`} />
      {stage !== null && (
        <ErrorBoundary quiet key={stage.handover.id}>
          <Suspense>
            <OpenStage stage={stage} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

function ClosedOnLeave() {
  useEffect(() => closeStage, []);
  return null;
}

function OpenStage({ stage }: { readonly stage: Stage }) {
  const { data: handover } = useQuery<Handover>({
    ...endpointQuery(getHandover, { params: { id: stage.handover.id } }),
    initialData: stage.handover,
  });
  const main = useRef<HTMLElement | null>(null);
  useEffect(() => {
    main.current = document.querySelector('main');
  }, []);
  const Shown = stage.kind === 'show' ? CodeScreen : EnterCodeSheet;
  return <Shown handover={handover} amount={stage.amount} elseFocus={main} onClose={closeStage} />;
}
