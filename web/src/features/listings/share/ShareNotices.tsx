import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { DraftConflict } from './draft-storage.ts';
import type { ShareNotice } from './share-draft.ts';

type Props = {
  readonly note: ShareNotice | null;
  readonly elsewhere: DraftConflict;
  /** The form was reset by a button in here, which is gone: takes the focus. */
  readonly takesKeyboard: boolean;
  readonly onStartAfresh: () => void;
  readonly onUndo: () => void;
  readonly onKeepThis: () => void;
  readonly onTakeOther: () => void;
};

/**
 * Says where the form's content comes from and whether another tab changed the draft, with actions for both.
 */
export function ShareNotices({ note, elsewhere, takesKeyboard, ...act }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesKeyboard) place.current?.focus();
  }, [takesKeyboard]);
  const startAfresh = (
    <Button variant="secondary" onClick={act.onStartAfresh}>
      <Trans>Start afresh</Trans>
    </Button>
  );
  const keepThis = (
    <Button variant="secondary" onClick={act.onKeepThis}>
      <Trans>Keep this one</Trans>
    </Button>
  );
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-3 empty:hidden focus-visible:outline-none">
      {elsewhere === 'written' && (
        <Note
          tone="warning"
          title={<Trans>You write this in another tab too</Trans>}
          actions={
            <>
              {keepThis}
              <Button variant="secondary" onClick={act.onTakeOther}>
                <Trans>Take the other one</Trans>
              </Button>
            </>
          }
        >
          <Trans>Only one of the two can be kept. Until you choose, it is the other one.</Trans>
        </Note>
      )}
      {elsewhere === 'cleared' && (
        <Note
          tone="warning"
          title={<Trans>This was shared or cleared already</Trans>}
          actions={
            <>
              {startAfresh}
              {keepThis}
            </>
          }
        >
          <Trans>Somewhere else you finished with it. Here it still stands as it was.</Trans>
        </Note>
      )}
      {elsewhere === null && note && <Origin note={note} startAfresh={startAfresh} onUndo={act.onUndo} />}
    </div>
  );
}

type OriginProps = {
  readonly note: ShareNotice;
  readonly startAfresh: ReactNode;
  readonly onUndo: () => void;
};

function Origin({ note, startAfresh, onUndo }: OriginProps) {
  const undo = (
    <Button variant="secondary" onClick={onUndo}>
      <Trans>Undo</Trans>
    </Button>
  );
  if (note.kind === 'fresh')
    return <Note tone="info" title={<Trans>The form is empty again.</Trans>} actions={note.undo && undo} />;
  if (note.kind === 'again')
    return (
      <Note
        tone="info"
        title={<Trans>Filled in from “{note.title}”</Trans>}
        actions={note.undo ? undo : startAfresh}
      >
        {note.undo ? (
          <Trans>Dates and times stand anew. Undo brings back what you were writing before.</Trans>
        ) : (
          <Trans>Dates and times stand anew. Look it over before you share it.</Trans>
        )}
      </Note>
    );
  return (
    <Note
      tone={note.wasSending ? 'warning' : 'info'}
      title={<Trans>We kept what you had written.</Trans>}
      actions={startAfresh}
    >
      {note.wasSending && (
        <>
          <Trans>It was just being sent when you left.</Trans>{' '}
          <Link href={paths.tab('profile')} className="font-semibold underline">
            <Trans>See whether it is among your shares</Trans>
          </Link>
        </>
      )}
      {note.movedTimes && (
        <p>
          <Trans>Some times were over: they stand anew.</Trans>
        </p>
      )}
      {note.lostPhotos && (
        <p>
          <Trans>Photos are kept for a day only: please add them once more.</Trans>
        </p>
      )}
    </Note>
  );
}

type NoteProps = {
  readonly tone: 'info' | 'warning';
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

function Note({ tone, title, actions, children }: NoteProps) {
  return (
    <Notice tone={tone} announce title={title}>
      {children}
      {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
    </Notice>
  );
}
