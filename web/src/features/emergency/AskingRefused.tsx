import { Plural, Trans } from '@lingui/react/macro';
import type { AskingRefusal } from '@openlarder/domain/emergency/asking.ts';
import type { Asking } from '@openlarder/domain/emergency/asking-contract.ts';
import { useEffect, useRef } from 'react';
import { formatDayTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { AppealPause } from './AppealPause.tsx';

type Props = {
  readonly refusal: AskingRefusal;
  readonly asking: Asking;
  /** It takes the place of the form that was being sent, and the keyboard with it. */
  readonly takesKeyboard: boolean;
  readonly onLeave: () => void;
};

/** Said before anything is filled in: why one cannot ask just now, and what one can do instead. */
export function AskingRefused({ refusal, asking, takesKeyboard, onLeave }: Props) {
  const nowMs = useNow();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesKeyboard) place.current?.focus();
  }, [takesKeyboard]);
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col items-start gap-3 outline-none">
      {refusal === 'request-open' && (
        <>
          <p className="text-lg font-semibold">
            <Trans>You have asked already</Trans>
          </p>
          <p>
            <Trans>
              Your request is open, and donors near you see it. When it has ended, you can ask again.
            </Trans>
          </p>
          <LinkButton href={paths.requests} onClick={onLeave}>
            <Trans>See my request</Trans>
          </LinkButton>
        </>
      )}
      {refusal === 'requests-today' && (
        <>
          <p className="text-lg font-semibold">
            <Plural
              value={asking.requestsInLastDay}
              one="You have asked once since yesterday"
              other="You have asked # times since yesterday"
            />
          </p>
          <p>
            <Plural
              value={asking.maxRequestsPerDay}
              one="Once in a day is as often as one can ask here."
              other="# times in a day is as often as one can ask here."
            />{' '}
            {asking.nextAt && <Trans>You can ask again {formatDayTime(asking.nextAt, nowMs)}.</Trans>}
          </p>
        </>
      )}
      {refusal === 'paused' && (
        <>
          <p className="text-lg font-semibold">
            <Trans>Asking is paused for you</Trans>
          </p>
          <p>
            <Trans>Several helpers told us that something did not fit, so we take a pause.</Trans>{' '}
            {asking.pausedUntil && (
              <Trans>You can ask again {formatDayTime(asking.pausedUntil, nowMs)}.</Trans>
            )}{' '}
            <Trans>You can still find food on Discover.</Trans>
          </p>
          <AppealPause />
        </>
      )}
    </div>
  );
}
