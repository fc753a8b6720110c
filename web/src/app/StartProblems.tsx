import { Trans } from '@lingui/react/macro';
import { NotLoaded } from '#web/ui/SlowLoading.tsx';

/** The element on the page that holds these sentences, and says by its `data-problem` which one is meant. */
export const START_PROBLEMS_ID = 'start-problems';

/** In the page before any script, hidden: what its first script shows if the app cannot start. */
export function StartProblems() {
  return (
    <div id={START_PROBLEMS_ID} role="alert" hidden>
      <p data-problem="too-old" hidden>
        <Trans>
          This page needs a newer browser. Update yours, or use Chrome 111, Firefox 128, Safari 16.4, or
          newer.
        </Trans>
      </p>
      <p data-problem="not-loaded" hidden>
        <NotLoaded />
      </p>
    </div>
  );
}
