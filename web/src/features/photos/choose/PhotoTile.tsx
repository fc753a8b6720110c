import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_CAPTION_LENGTH } from '@openlarder/domain/photos/photo-limits.ts';
import { ArrowLeft, ArrowRight, CircleAlert, CircleCheck, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { PhotoPreview } from './PhotoPreview.tsx';
import { isUploadPending, type PhotoItem } from '../upload/photo-list.ts';
import type { PhotoUploads } from '../upload/photo-uploads.ts';

/** The drag data type of a tile, which tells a tile from a file. */
const DRAG_TYPE = 'application/x-photo-place';

type Props = {
  readonly item: PhotoItem;
  readonly place: number;
  readonly count: number;
  readonly uploads: Pick<PhotoUploads, 'retry' | 'setCaption' | 'markMissing'>;
  readonly onMove: (key: string, to: number) => void;
  readonly onRemove: () => void;
};

/** One photo at 280 px with its progress, caption and buttons. */
export function PhotoTile({ item, place, count, uploads, onMove, onRemove }: Props) {
  const { t } = useLingui();
  const messageId = useId();
  const [isTarget, setIsTarget] = useState(false);
  const number = place + 1;
  const { key, name, failure, caption } = item;
  const drop = (event: DragEvent) => {
    setIsTarget(false);
    const dragged = event.dataTransfer.getData(DRAG_TYPE);
    if (!dragged) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(dragged, place);
  };
  return (
    <li aria-label={t`Photo ${number} of ${count}`} className="w-full max-w-[17.5rem]">
      <div
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes(DRAG_TYPE)) return;
          event.preventDefault();
          setIsTarget(true);
        }}
        onDragLeave={() => setIsTarget(false)}
        onDrop={drop}
        className={`overflow-hidden rounded-card border bg-surface ${isTarget ? 'border-brand ring-2 ring-brand' : 'border-line'}`}
      >
        <div
          // Only the picture is draggable: text in a draggable field cannot be selected with a mouse.
          draggable
          onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, key)}
          className={`relative aspect-4/3 bg-sunken ${count > 1 ? 'cursor-grab active:cursor-grabbing' : ''}`}
        >
          <PhotoPreview
            item={item}
            alt={caption || (name ? t`Photo ${number}: ${name}` : t`Photo ${number}`)}
            onLost={() => uploads.markMissing(key)}
          />
          {place === 0 && count > 1 && (
            <Badge tone="plain" className="absolute start-2 top-2">
              <Trans>Shown first</Trans>
            </Badge>
          )}
          <div className="absolute end-2 top-2">
            <IconButton
              variant="raised"
              label={isUploadPending(item) ? t`Cancel photo ${number}` : t`Remove photo ${number}`}
              icon={<X />}
              data-remove=""
              onClick={onRemove}
            />
          </div>
        </div>
        <div className="flex min-h-14 items-center gap-1 px-2 py-1">
          {count > 1 && (
            <MoveButton
              label={t`Move photo ${number} earlier`}
              icon={<ArrowLeft className="rtl:rotate-180" />}
              isAtEnd={place === 0}
              onMove={() => onMove(key, place - 1)}
            />
          )}
          <div className="min-w-0 flex-1 text-center text-sm text-muted">
            <PhotoState item={item} number={number} />
          </div>
          {count > 1 && (
            <MoveButton
              label={t`Move photo ${number} later`}
              icon={<ArrowRight className="rtl:rotate-180" />}
              isAtEnd={place === count - 1}
              onMove={() => onMove(key, place + 1)}
            />
          )}
        </div>
        {failure && (
          <div className="flex flex-col gap-2 px-3 pb-3 text-sm">
            <p id={messageId}>{failure.message}</p>
            {failure.retry !== 'never' && (
              <Button variant="secondary" aria-describedby={messageId} onClick={() => uploads.retry(key)}>
                <Trans>Try Again</Trans>
              </Button>
            )}
          </div>
        )}
        {failure?.retry !== 'never' && (
          <TextField
            className="px-3 pb-3"
            label={<Trans>What does it show?</Trans>}
            hint={<Trans>For people who can't see it</Trans>}
            optional
            maxLength={MAX_CAPTION_LENGTH}
            autoComplete="off"
            value={caption}
            onChange={(event) => uploads.setCaption(key, event.target.value)}
          />
        )}
      </div>
    </li>
  );
}

type MoveButtonProps = {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isAtEnd: boolean;
  readonly onMove: () => void;
};

/** At either end the button does nothing but stays, so that it keeps the focus. */
function MoveButton({ label, icon, isAtEnd, onMove }: MoveButtonProps) {
  return (
    <IconButton
      label={label}
      icon={icon}
      aria-disabled={isAtEnd}
      onClick={isAtEnd ? undefined : onMove}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
    />
  );
}

/** A photo's progress in words or as a bar. */
function PhotoState({ item, number }: { readonly item: PhotoItem; readonly number: number }) {
  const { t } = useLingui();
  const percent = formatNumber(Math.round(item.progress * 100));
  switch (item.status) {
    case 'waiting':
      return <Trans>Waiting</Trans>;
    case 'sending':
      return item.progress < 1 ? (
        <span className="flex flex-col gap-1">
          {item.progress === 0 ? <Trans>Getting it ready…</Trans> : <Trans>Sending… {percent}%</Trans>}
          <Progress label={t`Sending photo ${number}`} value={item.progress * 100} />
        </span>
      ) : (
        <Trans>Almost there</Trans>
      );
    case 'done':
      return (
        <span className="inline-flex items-center gap-1.5">
          <CircleCheck className="size-4 shrink-0 text-brand" />
          <Trans>Ready</Trans>
        </span>
      );
    default:
      return (
        <span className="inline-flex items-center gap-1.5 font-medium text-tomato">
          <CircleAlert className="size-4 shrink-0" />
          {item.file ? <Trans>Not sent</Trans> : <Trans>Missing</Trans>}
        </span>
      );
  }
}
