import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode, useEffect } from 'react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

/** Where the page's first script lies; its name changes with anything that it leads to. */
const entryOf = (page: ParentNode): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/**
 * Whether the server has another version of the app than this page, which has then lost the files it had still to
 * fetch. Unanswered, it has not.
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

/** Browsers word it differently; a part's code that cannot be fetched is a TypeError in all of them, its styles are not. */
const causeOf = (error: unknown): Broken =>
  (error instanceof TypeError && /import|module|fetch/i.test(error.message)) ||
  (error instanceof Error && error.message.startsWith('Unable to preload CSS'))
    ? 'not-loaded'
    : 'by-itself';

const loadAgain = () => window.location.reload();

/** The page loads again by itself: once there is a network, and at once where a new version has taken its files away. */
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
  return (
    <Trans>It has to be fetched first, and that did not work. It comes by itself once you are online.</Trans>
  );
}

type ErrorBoundaryProps = {
  readonly children: ReactNode;
  /** For what nobody has asked for: where it breaks, its place stays empty and the page goes on. */
  readonly quiet?: boolean;
};

/** Where a screen breaks, says so in plain words and offers to load it again, in place of a blank page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: Broken | null }> {
  override state = { broken: null };

  static getDerivedStateFromError(error: unknown): { broken: Broken } {
    return { broken: causeOf(error) };
  }

  override render(): ReactNode {
    const { broken }: { broken: Broken | null } = this.state;
    if (broken === null) return this.props.children;
    if (this.props.quiet) return null;
    return (
      <div role="alert">
        <EmptyState
          drawing="plate"
          headingLevel={2}
          title={<Trans>This page could not be shown</Trans>}
          action={
            <Button onClick={loadAgain}>
              <Trans>Load it again</Trans>
            </Button>
          }
        >
          {broken === 'not-loaded' ? (
            <NotLoaded />
          ) : (
            <Trans>Something went wrong on our side. What you have shared, claimed or written is kept.</Trans>
          )}
        </EmptyState>
      </div>
    );
  }
}
