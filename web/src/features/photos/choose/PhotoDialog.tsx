import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { MAX_PHOTOS_PER_LISTING } from '@openlarder/domain/photos/photo-limits.ts';
import { CalendarDays, Camera, ImagePlus, Soup, Sun } from 'lucide-react';
import { type Ref, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { rejectionMessages } from '../upload/photo-checks.ts';
import { isUploadPending, type PhotoItem } from '../upload/photo-list.ts';
import type { PhotoUploads } from '../upload/photo-uploads.ts';
import { PhotoTile } from './PhotoTile.tsx';
import { useFileDrop, usePhotoInputs } from './use-photo-inputs.tsx';

type Props = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly uploads: PhotoUploads;
  readonly items: readonly PhotoItem[];
  readonly elseFocus?: RefObject<HTMLElement | null>;
};

/**
 * Adds photos by file dialog, camera, drop and paste. Uploads start immediately and go on when it is closed.
 */
export function PhotoDialog({ open, onOpenChange, uploads, items, elseFocus }: Props) {
  const { t } = useLingui();
  const removed = useStore(uploads.state, ({ lastRemoved }) => lastRemoved);
  const [rejections, setRejections] = useState<readonly string[]>([]);
  const [moved, setMoved] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  /** The index that gets the focus once the list has changed. */
  const nextFocusIndex = useRef<number | null>(null);

  const take = (files: readonly File[]) => setRejections(rejectionMessages(uploads.add(files)));
  const isDropTarget = useFileDrop(open, take);

  useEffect(() => {
    if (nextFocusIndex.current === null) return;
    const buttons = Array.from(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []);
    const next = buttons[Math.min(nextFocusIndex.current, buttons.length - 1)] ?? chooser.current;
    nextFocusIndex.current = null;
    next?.focus();
  });

  const change = (isOpen: boolean) => {
    if (!isOpen) {
      uploads.dropRemoved();
      setRejections([]);
      setMoved('');
    }
    onOpenChange(isOpen);
  };
  const count = items.length;
  const move = (key: string, to: number) => {
    uploads.move(key, to);
    const number = to + 1;
    setMoved(t`Moved to position ${number} of ${count}`);
  };
  const remove = (key: string, place: number) => {
    nextFocusIndex.current = place;
    setRejections([]);
    setMoved('');
    uploads.remove(key);
  };
  const undoRemove = () => {
    uploads.undoRemove();
    nextFocusIndex.current = uploads.items().findIndex(({ key }) => key === removed?.key);
  };

  const isFull = count >= MAX_PHOTOS_PER_LISTING;
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      size="tall"
      {...(elseFocus && { elseFocus })}
      title={<Trans>Photos</Trans>}
      description={<Trans>Show the food, not your door</Trans>}
      footer={
        <div className="flex w-full flex-col sm:flex-row sm:items-center">
          <div className="flex items-center gap-1 sm:me-auto">
            <output className={`text-sm text-muted ${count > 0 || removed ? 'py-2' : ''}`}>
              {removed ? <Trans>Photo removed</Trans> : <Summary items={items} />}
            </output>
            {removed && !isFull && (
              <Button variant="quiet" onClick={undoRemove}>
                <Trans>Undo</Trans>
              </Button>
            )}
          </div>
          <Button onClick={() => change(false)}>
            <Trans>Done</Trans>
          </Button>
        </div>
      }
    >
      <div className="flex min-h-full flex-col gap-4">
        {rejections.length > 0 && (
          <Notice tone="warning" announce>
            {rejections.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        )}
        <div
          className={
            count === 0
              ? 'flex flex-1'
              : 'grid grid-cols-[repeat(auto-fit,minmax(min(17.5rem,100%),17.5rem))] justify-center gap-4'
          }
        >
          <ol ref={list} className="contents">
            {items.map((item, place) => (
              <PhotoTile
                key={item.key}
                item={item}
                place={place}
                count={count}
                uploads={uploads}
                onMove={move}
                onRemove={() => remove(item.key, place)}
              />
            ))}
          </ol>
          {/* a tile after the photos; on phones above them */}
          <div
            className={
              count === 0 ? 'flex flex-1' : 'flex w-full max-w-[17.5rem] max-sm:order-first max-sm:max-w-none'
            }
          >
            <PhotoChooser ref={chooser} count={count} isTarget={isDropTarget} onChoose={take} />
          </div>
        </div>
        <output className="sr-only">{moved}</output>
      </div>
    </Dialog>
  );
}

function Summary({ items }: { readonly items: readonly PhotoItem[] }) {
  const pending = items.filter(isUploadPending).length;
  const failed = items.filter(({ status }) => status === 'failed').length;
  if (pending > 0)
    return (
      <Plural
        value={pending}
        one="Sending # photo. You can close this and keep going."
        other="Sending # photos. You can close this and keep going."
      />
    );
  if (failed > 0)
    return <Plural value={failed} one="We couldn't send # photo" other="We couldn't send # photos" />;
  if (items.length === 0) return null;
  return <Plural value={items.length} one="# photo ready" other="# photos ready" />;
}

type PhotoChooserProps = {
  /** The button that opens the file dialog. */
  readonly ref: Ref<HTMLButtonElement>;
  readonly count: number;
  /** A file is dragged over it. */
  readonly isTarget: boolean;
  readonly onChoose: (files: readonly File[]) => void;
};

/** Adds photos from files or, on a phone, from the camera. A tile, on phones a slim row, once there are photos. */
function PhotoChooser({ ref, count, isTarget, onChoose }: PhotoChooserProps) {
  const { t } = useLingui();
  const hintId = useId();
  const { inputs, isTouch, openFiles, openCamera } = usePhotoInputs({
    label: t`Choose photos`,
    multiple: true,
    onChoose,
  });
  const isFull = count >= MAX_PHOTOS_PER_LISTING;
  const left = MAX_PHOTOS_PER_LISTING - count;
  const isSlim = count > 0;
  const layout = isSlim
    ? 'max-sm:flex-wrap gap-y-2 py-3 sm:min-h-52 sm:flex-col sm:justify-center sm:text-center'
    : 'flex-col justify-center gap-5 py-6 text-center';
  // two of them fit side by side on a small phone
  const slimButton = isSlim ? 'whitespace-nowrap max-sm:flex-1 max-sm:px-2 max-sm:[&_svg]:hidden' : '';
  return (
    <div
      className={`flex flex-1 items-center gap-3 rounded-card border-2 border-dashed px-4 ${layout} ${
        isTarget ? 'border-brand bg-brand-soft' : 'border-control bg-bg'
      }`}
    >
      {!isSlim && <PhotoIdeas />}
      <div className={`flex flex-wrap justify-center gap-2 ${isSlim ? 'max-sm:w-full' : ''}`}>
        {isTouch && (
          <Button
            aria-disabled={isFull}
            aria-describedby={hintId}
            className={slimButton}
            onClick={isFull ? undefined : openCamera}
          >
            <Camera className="size-5" />
            <Trans>Take a photo</Trans>
          </Button>
        )}
        <Button
          ref={ref}
          variant={isTouch ? 'secondary' : 'primary'}
          aria-disabled={isFull}
          aria-describedby={hintId}
          className={slimButton}
          onClick={isFull ? undefined : openFiles}
        >
          <ImagePlus className="size-5" />
          <Trans>Choose photos</Trans>
        </Button>
      </div>
      <p id={hintId} className="text-sm text-muted">
        {isFull && <Trans>That's all 5 photos. Remove one to add another.</Trans>}
        {count > 0 && !isFull && <Trans>Room for {left} more, 10 MB each</Trans>}
        {count === 0 && isTouch && <Trans>Up to 5 photos, 10 MB each</Trans>}
        {count === 0 && !isTouch && <Trans>Or drop or paste photos here. Up to 5 photos, 10 MB each</Trans>}
      </p>
      {inputs}
    </div>
  );
}

function PhotoIdeas() {
  const ideas = [
    { icon: <Soup />, tint: 'bg-brand-soft text-brand-soft-ink', text: <Trans>All of it</Trans> },
    {
      icon: <CalendarDays />,
      tint: 'bg-amber-soft text-amber-soft-ink',
      text: <Trans>Label and date</Trans>,
    },
    { icon: <Sun />, tint: 'bg-sky-soft text-sky-soft-ink', text: <Trans>By daylight</Trans> },
  ];
  return (
    <ul className="flex flex-wrap justify-center gap-3">
      {ideas.map(({ icon, tint, text }) => (
        <li key={tint} className="flex w-22 flex-col gap-1.5 text-sm font-semibold sm:w-40">
          <span
            aria-hidden="true"
            className={`flex aspect-4/3 items-center justify-center rounded-control forced-colors:border [&_svg]:size-10 sm:[&_svg]:size-14 [&_svg]:stroke-[1.25] ${tint}`}
          >
            {icon}
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}
