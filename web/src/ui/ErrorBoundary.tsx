import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

/** Path of the page's entry script; its name changes with every build. */
const entryOf = (page: ParentNode): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/**
 * Resolves to true if the server has another build than this page, whose lazy files are then gone. False
 * without an answer.
 */
async function isAppOutdated(signal: AbortSignal): Promise<boolean> {
  const entry = entryOf(document);
  if (entry === null) return false;
  try {
    const answer = await fetch('/', { signal });
    return answer.ok && !(await answer.text()).includes(`"${entry}"`);
  } catch {
    return false;
  }
}

type Broken = 'by-itself' | 'not-loaded';

/**
 * Whether a part of the app could not be loaded. Browsers word it differently: a chunk that cannot be loaded is a
 * TypeError in all of them, a style sheet is not.
 */
export const isNotLoaded = (error: unknown): boolean =>
  (error instanceof TypeError && /import|module|fetch/i.test(error.message)) ||
  (error instanceof Error && error.message.startsWith('Unable to preload CSS'));

const loadAgain = () => window.location.reload();

/**
 * Loads the page again once the server answers. Without a connection a reload would leave nothing but the browser's own
 * error page: false, and the page stays as it is.
 */
export async function reloadWhenReachable(): Promise<boolean> {
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store' });
  } catch {
    return false;
  }
  loadAgain();
  return true;
}

/** Reloads the page once the network is back, immediately where a new build has removed its files. */
function useComesByItself(): void {
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    window.addEventListener('online', loadAgain, { signal });
    const look = async () => {
      if ((await isAppOutdated(signal)) && !signal.aborted) loadAgain();
    };
    void look();
    return () => leaving.abort();
  }, []);
}

function NotLoaded() {
  useComesByItself();
  return <Trans>This page didn't finish loading. It'll load by itself once you're back online.</Trans>;
}

function TryAgain() {
  const [isTrying, setTrying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const tryAgain = async () => {
    setTrying(true);
    setFailed(!(await reloadWhenReachable()));
    setTrying(false);
  };
  return (
    <div className="flex flex-col items-center gap-3">
      <Button busy={isTrying} onClick={() => void tryAgain()}>
        <Trans>Try Again</Trans>
      </Button>
      <output className="text-sm text-muted empty:hidden">
        {hasFailed && <Trans>Still no connection. We'll be back with the network.</Trans>}
      </output>
    </div>
  );
}

type ErrorBoundaryProps = {
  readonly children: ReactNode;
  /** For optional parts: on an error, the part stays empty and the page continues. */
  readonly quiet?: boolean;
  /** For dialogs: on an error, a sheet over the page explains it, which this closes. */
  readonly onClose?: () => void;
};

/** On an error in a screen, explains it and offers a reload. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: Broken | null }> {
  override state = { broken: null };

  static getDerivedStateFromError(error: unknown): { broken: Broken } {
    return { broken: isNotLoaded(error) ? 'not-loaded' : 'by-itself' };
  }

  override render(): ReactNode {
    const { broken }: { broken: Broken | null } = this.state;
    if (broken === null) return this.props.children;
    if (this.props.quiet) return null;
    const { onClose } = this.props;
    return (
      <div role="alert" className={onClose && SHEET}>
        <EmptyState
          illustration="plate"
          headingLevel={2}
          title={<Trans>We couldn't show this page</Trans>}
          action={
            <div className="flex flex-wrap justify-center gap-3">
              {onClose && (
                <Button
                  variant="secondary"
                  onClick={() => {
                    onClose();
                    this.setState({ broken: null });
                  }}
                >
                  <Trans>Close</Trans>
                </Button>
              )}
              <TryAgain />
            </div>
          }
        >
          {broken === 'not-loaded' ? (
            <NotLoaded />
          ) : (
            <Trans>
              Something went wrong on our side. Everything you've shared, claimed, or written is safe.
            </Trans>
          )}
        </EmptyState>
      </div>
    );
  }
}

/** Where a dialog would be. */
const SHEET =
  'fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto rounded-t-sheet border bg-surface shadow-float sm:inset-x-6 sm:bottom-6 sm:mx-auto sm:max-w-xl sm:rounded-sheet';

type OverlayProps = { readonly onClose: () => void; readonly children: ReactNode };

/** A dialog that is loaded when it opens. */
export const LazyOverlay = ({ onClose, children }: OverlayProps) => (
  <ErrorBoundary onClose={onClose}>
    <Suspense fallback={null}>{children}</Suspense>
  </ErrorBoundary>
);

export type OptionalProps = { readonly fallback?: ReactNode; readonly children: ReactNode };

/** An optional part that loads on its own: what is around it neither waits for it nor fails with it. */
export const Optional = ({ fallback, children }: OptionalProps) => (
  <ErrorBoundary quiet>
    <Suspense fallback={fallback}>{children}</Suspense>
  </ErrorBoundary>
);
