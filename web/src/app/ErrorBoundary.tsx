import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** Where a screen breaks, says so in plain words and offers to load it again, in place of a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <div role="alert">
        <EmptyState
          drawing="plate"
          headingLevel={2}
          title={<Trans>This page could not be shown</Trans>}
          action={
            <Button onClick={() => window.location.reload()}>
              <Trans>Load it again</Trans>
            </Button>
          }
        >
          <Trans>Something went wrong on our side. What you have shared, claimed or written is kept.</Trans>
        </EmptyState>
      </div>
    );
  }
}
