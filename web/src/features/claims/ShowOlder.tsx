import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { sentenceOf } from '#web/lib/http-error.ts';
import type { Older } from '#web/lib/use-older.ts';
import { Button } from '#web/ui/Button.tsx';

/** The way to what lies behind the first page of a list; once there is no more, it says so. */
export function ShowOlder({ older }: { readonly older: Older<unknown> }) {
  const end = useRef<HTMLParagraphElement>(null);
  const isAtEnd = !older.hasMore && older.items.length > 0;
  useEffect(() => {
    if (isAtEnd && document.activeElement === document.body) end.current?.focus({ preventScroll: true });
  }, [isAtEnd]);
  if (isAtEnd)
    return (
      <p ref={end} tabIndex={-1} className="py-3 text-sm text-muted outline-none">
        <Trans>That is all.</Trans>
      </p>
    );
  if (!older.hasMore) return null;
  return (
    <div className="flex flex-col items-start gap-2 py-3">
      {older.error && (
        <p role="alert" className="text-sm font-medium text-tomato">
          {sentenceOf(older.error)}
        </p>
      )}
      <Button variant="secondary" busy={older.isLoading} onClick={older.showMore}>
        {older.error ? <Trans>Try Again</Trans> : <Trans>Show older</Trans>}
      </Button>
    </div>
  );
}
