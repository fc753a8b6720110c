import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';

/** As in `index.html`, which waits for the script. */
const SLOW_AFTER_MS = 15_000;

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
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
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
