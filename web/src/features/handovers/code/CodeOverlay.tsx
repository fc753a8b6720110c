import { getHandover, type Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { useStore } from '#web/lib/store.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { closeCodeOverlay, codeOverlay, type ShownCode } from './code-overlay.ts';

const CodeScreen = lazy(async () => ({ default: (await import('./CodeScreen.tsx')).CodeScreen }));
const EnterCodeSheet = lazy(async () => ({ default: (await import('./CodeSheet.tsx')).EnterCodeSheet }));

/** Shows the code that is opened, over any tab. It goes with the screen under it, so that Back does not leave it alone. */
export function CodeOverlay() {
  const code = useStore(codeOverlay);
  const [path] = useLocation();
  const search = useSearch();
  return (
    <>
      <ClosedOnLeave key={`${path}?${search}`} />
      {code !== null && (
        <ErrorBoundary quiet key={code.handover.id}>
          <Suspense>
            <OpenCode code={code} />
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

function OpenCode({ code }: { readonly code: ShownCode }) {
  const { data: handover } = useQuery<Handover>({
    ...endpointQuery(getHandover, { params: { id: code.handover.id } }),
    initialData: code.handover,
  });
  const main = useRef<HTMLElement | null>(null);
  useEffect(() => {
    main.current = document.querySelector('main');
  }, []);
  const Shown = code.kind === 'show' ? CodeScreen : EnterCodeSheet;
  return <Shown handover={handover} amount={code.amount} elseFocus={main} onClose={closeCodeOverlay} />;
}
