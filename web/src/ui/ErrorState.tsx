import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

type ErrorStateProps = {
  title: ReactNode;
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
};

/** A failed load: what failed, what is kept, and Try Again. */
export function ErrorState({ title, children, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <Notice
      tone="error"
      announce
      title={title}
      action={
        onRetry && (
          <Button variant="secondary" busy={retrying} onClick={onRetry} className="shrink-0">
            <Trans>Try Again</Trans>
          </Button>
        )
      }
    >
      {children}
    </Notice>
  );
}
