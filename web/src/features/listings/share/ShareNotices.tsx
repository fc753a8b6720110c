import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { ShareNotice } from './draft/share-draft.ts';

type Props = {
  readonly notice: ShareNotice | null;
  /** The draft was sent or discarded elsewhere. */
  readonly isGone: boolean;
  /** The form was reset by a button of this notice, which is gone: the notice takes the focus. */
  readonly takesFocus: boolean;
  readonly onReset: () => void;
  readonly onUndo: () => void;
};

/**
 * Says where the form's content comes from and whether the draft is gone, with actions for both.
 */
export function ShareNotices({ notice, isGone, takesFocus, ...actions }: Props) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) container.current?.focus();
  }, [takesFocus]);
  const resetButton = (
    <Button variant="secondary" onClick={actions.onReset}>
      <Trans>Start over</Trans>
    </Button>
  );
  return (
    <div
      ref={container}
      tabIndex={-1}
      className="flex flex-col gap-3 empty:hidden focus-visible:outline-none"
    >
      {isGone && (
        <NoticeWithActions
          tone="warning"
          title={<Trans>You already shared or cleared this</Trans>}
          actions={resetButton}
        >
          <Trans>You finished it in another tab. It's still here as you left it.</Trans>
        </NoticeWithActions>
      )}
      {!isGone && notice && (
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
  if (notice.kind === 'undone')
    return (
      <NoticeWithActions
        tone="info"
        title={<Trans>You've stopped sharing it. Everything you entered is still here.</Trans>}
        actions={resetButton}
      />
    );
  if (notice.kind === 'repeat')
    return (
      <NoticeWithActions
        tone="info"
        title={<Trans>We filled this in from “{notice.title}”</Trans>}
        actions={notice.undo ? undoButton : resetButton}
      >
        {notice.undo ? (
          <Trans>Check the new dates and times. Undo brings back what you were writing.</Trans>
        ) : (
          <Trans>Check the new dates and times before you share it.</Trans>
        )}
      </NoticeWithActions>
    );
  return (
    <NoticeWithActions
      tone={notice.wasSending ? 'warning' : 'info'}
      title={<Trans>We saved what you wrote.</Trans>}
      actions={resetButton}
    >
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
    <Notice tone={tone} announce title={title} className="py-2!">
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
        {children && <div className="min-w-0 flex-1 basis-36">{children}</div>}
        {actions}
      </div>
    </Notice>
  );
}
