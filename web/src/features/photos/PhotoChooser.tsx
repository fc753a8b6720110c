import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_PHOTOS_PER_LISTING } from '@openlarder/domain/photos/photo-limits.ts';
import { Camera, ImagePlus } from 'lucide-react';
import { type ChangeEvent, type Ref, useId, useRef } from 'react';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { Button } from '#web/ui/Button.tsx';

/** What the server reads, by name: for a form that asks for it, Apple's devices turn their own format into JPEG. */
const ACCEPT = 'image/jpeg,image/png,image/webp';

type Props = {
  /** The button that opens the choice of files. */
  readonly ref: Ref<HTMLButtonElement>;
  readonly count: number;
  /** A file hovers over it. */
  readonly isTarget: boolean;
  readonly onChoose: (files: readonly File[]) => void;
};

/** Where photos come in: by choosing and, on a phone, by its camera. With some there it is one slim row. */
export function PhotoChooser({ ref, count, isTarget, onChoose }: Props) {
  const { t } = useLingui();
  const hintId = useId();
  const isTouch = useMediaQuery('(pointer: coarse)');
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onChoose(Array.from(event.target.files ?? []));
    // So that the same file can be chosen again after it was removed.
    event.target.value = '';
  };
  const isFull = count >= MAX_PHOTOS_PER_LISTING;
  const left = MAX_PHOTOS_PER_LISTING - count;
  const open = (input: HTMLInputElement | null) => {
    if (!isFull) input?.click();
  };
  const isSlim = count > 0;
  const layout = isSlim ? 'flex-wrap gap-y-2 py-3' : 'flex-1 flex-col justify-center py-8 text-center';
  // two of them fit beside each other on a small phone
  const slimButton = isSlim ? 'whitespace-nowrap max-sm:flex-1 max-sm:px-2 max-sm:[&_svg]:hidden' : '';
  return (
    <div
      className={`flex items-center gap-3 rounded-card border-2 border-dashed px-4 ${layout} ${
        isTarget ? 'border-brand bg-brand-soft' : 'border-control bg-bg'
      }`}
    >
      <div className={`flex justify-center gap-2 ${isSlim ? 'max-sm:w-full' : 'flex-wrap'}`}>
        {isTouch && (
          <Button
            aria-disabled={isFull}
            aria-describedby={hintId}
            className={slimButton}
            onClick={() => open(camera.current)}
          >
            <Camera aria-hidden="true" className="size-5" />
            <Trans>Take a photo</Trans>
          </Button>
        )}
        <Button
          ref={ref}
          variant={isTouch ? 'secondary' : 'primary'}
          aria-disabled={isFull}
          aria-describedby={hintId}
          className={slimButton}
          onClick={() => open(chooser.current)}
        >
          <ImagePlus aria-hidden="true" className="size-5" />
          <Trans>Choose photos</Trans>
        </Button>
      </div>
      <p id={hintId} className="text-sm text-muted">
        {isFull && <Trans>All 5 places are taken. Remove a photo to add another.</Trans>}
        {count > 0 && !isFull && <Trans>Room for {left} more, 10 MB each</Trans>}
        {count === 0 && isTouch && <Trans>Up to 5 photos, 10 MB each</Trans>}
        {count === 0 && !isTouch && <Trans>Or drop or paste them here. Up to 5 photos, 10 MB each</Trans>}
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
  );
}
