import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { TrustLevel } from '@openlarder/domain/accounts/trust.ts';
import type { ListingLimits } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useMustConfirmEmail } from '#web/features/community/use-must-confirm-email.ts';
import { formatDayAtTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { listingLimitsQuery } from '../listings.queries.ts';
import type { ShareDraft, ShareNotice } from './share-draft.ts';

type Props = {
  readonly notice: ShareNotice | null;
  /** The draft was sent or discarded elsewhere. */
  readonly isGone: boolean;
  /** The form was reset by a button of this notice, which is gone: the notice takes the focus. */
  readonly takesFocus: boolean;
  readonly onReset: () => void;
  readonly onUndo: (draft: ShareDraft) => void;
};

/** Says where the form's content comes from and whether the draft is gone, with actions for both. */
export function ShareNotices({ notice: source, isGone, takesFocus, onReset, onUndo }: Props) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) container.current?.focus();
  }, [takesFocus]);
  const notice = isGone ? ({ kind: 'gone' } as const) : source;
  const words = notice && wordsOf(notice);
  const undo = notice && 'undo' in notice ? notice.undo : null;
  const isWarning = notice?.kind === 'gone' || (notice?.kind === 'draft' && notice.wasSending);
  return (
    <div
      ref={container}
      tabIndex={-1}
      className="flex flex-col gap-3 empty:hidden focus-visible:outline-none"
    >
      {notice && (
        <Notice tone={isWarning ? 'warning' : 'info'} announce title={words?.title} className="py-2!">
          <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
            <div className="min-w-0 flex-1 basis-36 empty:hidden">{words?.text}</div>
            {undo ? (
              <Button variant="secondary" onClick={() => onUndo(undo)}>
                <Trans>Undo</Trans>
              </Button>
            ) : (
              notice.kind !== 'reset' && (
                <Button variant="secondary" onClick={onReset}>
                  <Trans>Start over</Trans>
                </Button>
              )
            )}
          </div>
        </Notice>
      )}
    </div>
  );
}

type Words = { readonly title: ReactNode; readonly text?: ReactNode };

function wordsOf(notice: ShareNotice | { readonly kind: 'gone' }): Words {
  switch (notice.kind) {
    case 'gone':
      return {
        title: <Trans>You already shared or cleared this</Trans>,
        text: <Trans>You finished it in another tab. It's still here as you left it.</Trans>,
      };
    case 'reset':
      return { title: <Trans>The form is empty again.</Trans> };
    case 'undone':
      return { title: <Trans>You've stopped sharing it. Everything you entered is still here.</Trans> };
    case 'repeat':
      return {
        title: <Trans>We filled this in from “{notice.title}”</Trans>,
        text: notice.undo ? (
          <Trans>Check the new dates and times. Undo brings back what you were writing.</Trans>
        ) : (
          <Trans>Check the new dates and times before you share it.</Trans>
        ),
      };
  }
  return {
    title: <Trans>We saved what you wrote.</Trans>,
    text: (
      <>
        {notice.wasSending && (
          <>
            <Trans>We were still sending it when you left.</Trans>{' '}
            <Link href={paths.profileSection('shares')} className="font-semibold underline">
              <Trans>Check if it's in your shares</Trans>
            </Link>
          </>
        )}
        {notice.movedTimes && (
          <p>
            <Trans>Some of the times had passed, so we updated them.</Trans>
          </p>
        )}
        {notice.lostPhotos && (
          <p>
            <Trans>We only keep photos for a day. Please add them again.</Trans>
          </p>
        )}
      </>
    ),
  };
}

/** From this many listings left on, the form says how many. */
const SHOWN_FROM = 3;

export function ListingLimitNote() {
  const nowMs = useNow();
  // Optional information: the server checks the limit, too.
  const { data: limits } = useQuery(listingLimitsQuery);
  const hasToConfirm = useMustConfirmEmail();
  if (!limits) return null;
  const left = limits.maxListingsPerDay - limits.listingsInLastDay;
  if (left > SHOWN_FROM) return null;
  return (
    <Notice>
      {limitSentence(limits, left, nowMs)} {nextSentence(limits.level, hasToConfirm)}
    </Notice>
  );
}

function limitSentence({ maxListingsPerDay, nextAt }: ListingLimits, left: number, nowMs: number): string {
  if (left > 0)
    return plural(left, {
      one: 'You can share # more listing today.',
      other: 'You can share # more listings today.',
    });
  const at = formatDayAtTime(nextAt ?? nowMs, nowMs);
  return plural(maxListingsPerDay, {
    one: `You've shared # listing in 24 hours. Thank you! You can share the next one ${at}.`,
    other: `You've shared # listings in 24 hours. Thank you! You can share the next one ${at}.`,
  });
}

/** What makes it more; null at the last level. */
function nextSentence(level: TrustLevel, hasToConfirm: boolean): string | null {
  if (level === 'known') return null;
  if (level === 'member') return t`Once you've met a few neighbors, you can share more.`;
  return hasToConfirm
    ? t`Confirm your email to share more.`
    : t`After your first day here, you can share more.`;
}
