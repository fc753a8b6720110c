import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { PART_LATE_AFTER_MS } from '#web/lib/lazy-part.ts';

/** What to do about a part of the app that has not come. */
export function NotLoaded() {
  return (
    <>
      <Trans>This page didn't finish loading. Check your connection, then reload it.</Trans>{' '}
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the address of this page, also before any script */}
      <a href="" className="font-semibold underline underline-offset-4">
        <Trans>Reload the page</Trans>
      </a>
    </>
  );
}

/** Beside what is shown in place of a screen that is being loaded: after a while, what to do. */
export function SlowLoading() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PART_LATE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    isSlow && (
      <p role="alert" className="max-w-prose px-gutter text-ink">
        <NotLoaded />
      </p>
    )
  );
}
