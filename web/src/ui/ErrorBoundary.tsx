import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode, useEffect } from 'react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

type Broken = 'by-itself' | 'not-loaded';

/** Browsers word it differently; a part's code that cannot be fetched is a TypeError in all of them. */
const causeOf = (error: unknown): Broken =>
  error instanceof TypeError && /import|module|fetch/i.test(error.message) ? 'not-loaded' : 'by-itself';

const loadAgain = () => window.location.reload();

function NotLoaded() {
  useEffect(() => {
    window.addEventListener('online', loadAgain);
    return () => window.removeEventListener('online', loadAgain);
  }, []);
  return (
    <Trans>It has to be fetched first, and that did not work. It comes by itself once you are online.</Trans>
  );
}

/** Where a screen breaks, says so in plain words and offers to load it again, in place of a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: Broken | null }> {
  override state = { broken: null };

  static getDerivedStateFromError(error: unknown): { broken: Broken } {
    return { broken: causeOf(error) };
  }

  override render(): ReactNode {
    const { broken }: { broken: Broken | null } = this.state;
    if (broken === null) return this.props.children;
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
