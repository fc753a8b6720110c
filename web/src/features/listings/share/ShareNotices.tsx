import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { DraftConflict } from './draft-storage.ts';
import type { ShareNotice } from './share-draft.ts';

type Props = {
  readonly notice: ShareNotice | null;
  readonly conflict: DraftConflict;
  /** The form was reset by a button in here, which is gone: takes the focus. */
  readonly takesFocus: boolean;
  readonly onReset: () => void;
  readonly onUndo: () => void;
  readonly onKeepThis: () => void;
  readonly onUseOther: () => void;
};

/**
 * Says where the form's content comes from and whether another tab changed the draft, with actions for both.
 */
export function ShareNotices({ notice, conflict, takesFocus, ...actions }: Props) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) container.current?.focus();
  }, [takesFocus]);
  const resetButton = (
    <Button variant="secondary" onClick={actions.onReset}>
      <Trans>Start afresh</Trans>
    </Button>
  );
  const keepThisButton = (
    <Button variant="secondary" onClick={actions.onKeepThis}>
      <Trans>Keep this one</Trans>
    </Button>
  );
  return (
    <div
      ref={container}
      tabIndex={-1}
      className="flex flex-col gap-3 empty:hidden focus-visible:outline-none"
    >
      {conflict === 'changed' && (
        <NoticeWithActions
          tone="warning"
          title={<Trans>You write this in another tab too</Trans>}
          actions={
            <>
              {keepThisButton}
              <Button variant="secondary" onClick={actions.onUseOther}>
                <Trans>Take the other one</Trans>
              </Button>
            </>
          }
        >
          <Trans>Only one of the two can be kept. Until you choose, it is the other one.</Trans>
        </NoticeWithActions>
      )}
      {conflict === 'cleared' && (
        <NoticeWithActions
          tone="warning"
          title={<Trans>This was shared or cleared already</Trans>}
          actions={
            <>
              {resetButton}
              {keepThisButton}
            </>
          }
        >
          <Trans>Somewhere else you finished with it. Here it still stands as it was.</Trans>
        </NoticeWithActions>
      )}
      {conflict === null && notice && (
        <SourceNotice notice={notice} resetButton={resetButton} onUndo={actions.onUndo} />
      )}
    </div>
  );
}

type SourceNoticeProps = {
  readonly notice: ShareNotice;
  readonly resetButton: ReactNode;
  readonly onUndo: () => void;
};

function SourceNotice({ notice, resetButton, onUndo }: SourceNoticeProps) {
  const undoButton = (
    <Button variant="secondary" onClick={onUndo}>
      <Trans>Undo</Trans>
    </Button>
  );
  if (notice.kind === 'reset')
    return (
      <NoticeWithActions
        tone="info"
        title={<Trans>The form is empty again.</Trans>}
        actions={notice.undo && undoButton}
      />
    );
  if (notice.kind === 'repeat')
    return (
      <NoticeWithActions
        tone="info"
        title={<Trans>Filled in from “{notice.title}”</Trans>}
        actions={notice.undo ? undoButton : resetButton}
      >
        {notice.undo ? (
          <Trans>Dates and times stand anew. Undo brings back what you were writing before.</Trans>
        ) : (
          <Trans>Dates and times stand anew. Look it over before you share it.</Trans>
        )}
      </NoticeWithActions>
    );
  return (
    <NoticeWithActions
      tone={notice.wasSending ? 'warning' : 'info'}
      title={<Trans>We kept what you had written.</Trans>}
      actions={resetButton}
    >
      {notice.wasSending && (
        <>
          <Trans>It was just being sent when you left.</Trans>{' '}
          <Link href={paths.tab('profile')} className="font-semibold underline">
            <Trans>See whether it is among your shares</Trans>
          </Link>
        </>
      )}
      {notice.movedTimes && (
        <p>
          <Trans>Some times were over: they stand anew.</Trans>
        </p>
      )}
      {notice.lostPhotos && (
        <p>
          <Trans>Photos are kept for a day only: please add them once more.</Trans>
        </p>
      )}
    </NoticeWithActions>
  );
}

type NoticeWithActionsProps = {
  readonly tone: 'info' | 'warning';
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

function NoticeWithActions({ tone, title, actions, children }: NoticeWithActionsProps) {
  return (
    <Notice tone={tone} announce title={title}>
      {children}
      {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
    </Notice>
  );
}
