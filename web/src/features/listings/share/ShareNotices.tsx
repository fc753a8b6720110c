import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
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

/**
 * Says where the form's content comes from and whether the draft is gone, with actions for both.
 */
export function ShareNotices({ notice: source, isGone, takesFocus, onReset, onUndo }: Props) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) container.current?.focus();
  }, [takesFocus]);
  const notice = isGone ? ({ kind: 'gone' } as const) : source;
  const undo = notice && 'undo' in notice ? notice.undo : null;
  const isWarning = notice?.kind === 'gone' || (notice?.kind === 'draft' && notice.wasSending);
  return (
    <div
      ref={container}
      tabIndex={-1}
      className="flex flex-col gap-3 empty:hidden focus-visible:outline-none"
    >
      {notice && (
        <Notice
          tone={isWarning ? 'warning' : 'info'}
          announce
          title={<NoticeTitle notice={notice} />}
          className="py-2!"
        >
          <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
            <div className="min-w-0 flex-1 basis-36 empty:hidden">
              <NoticeText notice={notice} />
            </div>
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

type TextProps = { readonly notice: ShareNotice | { readonly kind: 'gone' } };

function NoticeTitle({ notice }: TextProps) {
  if (notice.kind === 'gone') return <Trans>You already shared or cleared this</Trans>;
  if (notice.kind === 'reset') return <Trans>The form is empty again.</Trans>;
  if (notice.kind === 'repeat') return <Trans>We filled this in from “{notice.title}”</Trans>;
  if (notice.kind === 'draft') return <Trans>We saved what you wrote.</Trans>;
  return <Trans>You've stopped sharing it. Everything you entered is still here.</Trans>;
}

function NoticeText({ notice }: TextProps) {
  if (notice.kind === 'gone')
    return <Trans>You finished it in another tab. It's still here as you left it.</Trans>;
  if (notice.kind === 'repeat')
    return notice.undo ? (
      <Trans>Check the new dates and times. Undo brings back what you were writing.</Trans>
    ) : (
      <Trans>Check the new dates and times before you share it.</Trans>
    );
  if (notice.kind !== 'draft') return null;
  return (
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
  );
}
