import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_PHOTOS_PER_LISTING } from '@openlarder/domain/photos/photo-contract.ts';
import { Camera, ImagePlus } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { PhotoItem } from './photo-list.ts';
import type { PhotoUploads } from './photo-uploads.ts';
import { PhotoTile } from './PhotoTile.tsx';
import { refusalSentences } from './refusal-sentence.ts';

/** Empty types let iPhone's own format through where the browser does not know it. */
const ACCEPT = 'image/*,.heic,.heif';

type Props = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly uploads: PhotoUploads;
  readonly items: readonly PhotoItem[];
};

/** Takes photos by choosing, camera, dropping and pasting. They go out at once; closing it stops nothing. */
export function PhotoDialog({ open, onOpenChange, uploads, items }: Props) {
  const { t } = useLingui();
  const isTouch = useMediaQuery('(pointer: coarse)');
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const [isTarget, setIsTarget] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const paste = (event: ClipboardEvent) => {
      const files = Array.from(event.clipboardData?.files ?? []);
      if (files.length > 0) setRefusals(refusalSentences(uploads.add(files)));
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [open, uploads]);

  const take = (files: readonly File[]) => setRefusals(refusalSentences(uploads.add(files)));
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    take(Array.from(event.target.files ?? []));
    // So that the same file can be chosen again after it was removed.
    event.target.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsTarget(false);
    take(Array.from(event.dataTransfer.files));
  };

  const isFull = items.length >= MAX_PHOTOS_PER_LISTING;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="tall"
      title={<Trans>Photos</Trans>}
      description={<Trans>Show the food, not your door</Trans>}
      footer={
        <Button onClick={() => onOpenChange(false)}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setIsTarget(event.dataTransfer.types.includes('Files'));
        }}
        onDragLeave={() => setIsTarget(false)}
        onDrop={drop}
        className="flex min-h-full flex-col gap-4"
      >
        <div
          className={`flex flex-col items-center gap-3 rounded-card border-2 border-dashed px-4 py-5 text-center ${
            isTarget ? 'border-brand bg-brand-soft' : 'border-control bg-bg'
          }`}
        >
          <div className="flex flex-wrap justify-center gap-2">
            {isTouch && (
              <Button disabled={isFull} onClick={() => camera.current?.click()}>
                <Camera aria-hidden="true" className="size-5" />
                <Trans>Take a photo</Trans>
              </Button>
            )}
            <Button
              variant={isTouch ? 'secondary' : 'primary'}
              disabled={isFull}
              onClick={() => chooser.current?.click()}
            >
              <ImagePlus aria-hidden="true" className="size-5" />
              <Trans>Choose photos</Trans>
            </Button>
          </div>
          <p className="text-sm text-muted">
            {isTouch ? (
              <Trans>Up to 5 photos, 10 MB each</Trans>
            ) : (
              <Trans>Or drop or paste them here. Up to 5 photos, 10 MB each</Trans>
            )}
          </p>
          <input
            ref={chooser}
            type="file"
            accept={ACCEPT}
            multiple
            hidden
            aria-label={t`Choose photos`}
            onChange={choose}
          />
          <input
            ref={camera}
            type="file"
            accept={ACCEPT}
            capture="environment"
            hidden
            aria-label={t`Take a photo`}
            onChange={choose}
          />
        </div>
        {refusals.length > 0 && (
          <Notice tone="warning" announce>
            {refusals.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        )}
        <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(17.5rem,100%),17.5rem))] justify-center gap-4">
          {items.map((item, place) => (
            <PhotoTile key={item.key} item={item} place={place} count={items.length} uploads={uploads} />
          ))}
        </ol>
      </div>
    </Dialog>
  );
}
