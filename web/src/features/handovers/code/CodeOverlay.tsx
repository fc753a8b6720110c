import { getHandover, type Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useStore } from '#web/lib/store.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { closeCodeOverlay, codeOverlay, type CodeOverlayState } from './code-overlay.ts';

const CodeScreen = lazyPart(async () => (await import('./CodeScreen.tsx')).CodeScreen);
const EnterCodeSheet = lazyPart(async () => (await import('./CodeSheet.tsx')).EnterCodeSheet);

/**
 * Shows the code that is opened, over any tab. It goes with the screen under it, so that Back does not leave it alone.
 */
export function CodeOverlay() {
  const overlay = useStore(codeOverlay);
  const [path] = useLocation();
  const search = useSearch();
  return (
    <>
      <ClosedOnLeave key={`${path}?${search}`} />
      {overlay !== null && (
        <ErrorBoundary quiet key={overlay.handover.id}>
          <Suspense>
            <OpenOverlay overlay={overlay} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

function ClosedOnLeave() {
  useEffect(() => closeCodeOverlay, []);
  return null;
}

function OpenOverlay({ overlay }: { readonly overlay: CodeOverlayState }) {
  const { data: handover } = useQuery<Handover>({
    ...endpointQuery(getHandover, { params: { id: overlay.handover.id } }),
    initialData: overlay.handover,
  });
  const main = useRef<HTMLElement | null>(null);
  useEffect(() => {
    main.current = document.querySelector('main');
  }, []);
  const Shown = overlay.kind === 'show' ? CodeScreen : EnterCodeSheet;
  return <Shown handover={handover} amount={overlay.amount} elseFocus={main} onClose={closeCodeOverlay} />;
}
