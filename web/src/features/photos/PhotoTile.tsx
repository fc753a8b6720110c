import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, ArrowRight, CircleAlert, X } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { isUnderWay, type PhotoItem } from './photo-list.ts';
import type { PhotoUploads } from './photo-uploads.ts';

/** What a tile being dragged carries, so that a tile is told from a file. */
const DRAG_TYPE = 'application/x-photo-place';

type Props = {
  readonly item: PhotoItem;
  readonly place: number;
  readonly count: number;
  readonly uploads: Pick<PhotoUploads, 'retry' | 'remove' | 'move'>;
};

/** One photo at 280 px: how far it is, and what can be done with it. */
export function PhotoTile({ item, place, count, uploads }: Props) {
  const { t } = useLingui();
  const [isTarget, setIsTarget] = useState(false);
  const number = place + 1;
  const drop = (event: DragEvent) => {
    setIsTarget(false);
    const key = event.dataTransfer.getData(DRAG_TYPE);
    if (!key) return;
    event.preventDefault();
    event.stopPropagation();
    uploads.move(key, place);
  };
  return (
    <li className="w-full max-w-[17.5rem]">
      <div
        draggable
        onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, item.key)}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes(DRAG_TYPE)) return;
          event.preventDefault();
          setIsTarget(true);
        }}
        onDragLeave={() => setIsTarget(false)}
        onDrop={drop}
        className={`overflow-hidden rounded-card border bg-surface ${isTarget ? 'border-brand' : 'border-line'}`}
      >
        <div className="relative aspect-4/3 bg-sunken">
          <img
            src={item.previewUrl}
            alt={t`Photo ${number}: ${item.name}`}
            draggable={false}
            className={`size-full object-cover ${item.status === 'done' ? '' : 'opacity-60'}`}
          />
          {place === 0 && (
            <Badge tone="plain" className="absolute start-2 top-2">
              <Trans>Shown first</Trans>
            </Badge>
          )}
          <div className="absolute end-2 top-2">
            {' '}
            <IconButton
              variant="raised"
              label={isUnderWay(item) ? t`Cancel photo ${number}` : t`Remove photo ${number}`}
              icon={<X />}
              onClick={() => uploads.remove(item.key)}
            />
          </div>
        </div>
        <div className="flex min-h-14 items-center gap-1 px-2 py-1">
          <IconButton
            label={t`Move photo ${number} earlier`}
            icon={<ArrowLeft className="rtl:rotate-180" />}
            disabled={place === 0}
            onClick={() => uploads.move(item.key, place - 1)}
          />
          <div className="min-w-0 flex-1 text-center text-sm text-muted">
            {isUnderWay(item) && <Progress label={t`Sending photo ${number}`} value={item.progress * 100} />}
            {item.status === 'done' && <Trans>Ready</Trans>}
            {item.status === 'failed' && (
              <span className="inline-flex items-center gap-1.5 font-medium text-tomato">
                <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
                <Trans>Not sent</Trans>
              </span>
            )}
          </div>
          <IconButton
            label={t`Move photo ${number} later`}
            icon={<ArrowRight className="rtl:rotate-180" />}
            disabled={place === count - 1}
            onClick={() => uploads.move(item.key, place + 1)}
          />
        </div>
        {item.status === 'failed' && (
          <div className="flex flex-col gap-2 px-3 pb-3 text-sm">
            <p>{item.sentence}</p>
            <Button variant="secondary" onClick={() => uploads.retry(item.key)}>
              <Trans>Try Again</Trans>
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
