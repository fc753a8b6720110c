import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage } from '#web/lib/http-error.ts';
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

type QueryErrorProps = {
  readonly of: Pick<UseQueryResult, 'isError' | 'error' | 'isFetching' | 'refetch'>;
  readonly title: ReactNode;
  /** Shown instead of the error's own sentence. */
  readonly reason?: ReactNode;
};

/** A query that failed, with the way to run it again. */
export const QueryError = ({ of, title, reason = errorMessage(of.error) }: QueryErrorProps) => (
  <ErrorState title={title} onRetry={() => void of.refetch()} retrying={of.isFetching}>
    {reason}
  </ErrorState>
);

type QueryStateProps = QueryErrorProps & { readonly children: ReactNode };

/** In place of what a query has not loaded: its error, else the children. */
export const QueryState = ({ children, ...failed }: QueryStateProps) =>
  failed.of.isError ? <QueryError {...failed} /> : children;
