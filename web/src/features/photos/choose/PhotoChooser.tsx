import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_PHOTOS_PER_LISTING } from '@openlarder/domain/photos/photo-limits.ts';
import { CalendarDays, Camera, ImagePlus, Soup, Sun } from 'lucide-react';
import { type Ref, useId } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { usePhotoInputs } from './use-photo-inputs.tsx';

type Props = {
  /** The button that opens the file dialog. */
  readonly ref: Ref<HTMLButtonElement>;
  readonly count: number;
  /** A file is dragged over it. */
  readonly isTarget: boolean;
  readonly onChoose: (files: readonly File[]) => void;
};

/** Adds photos from files or, on a phone, from the camera. A tile, on phones a slim row, once there are photos. */
export function PhotoChooser({ ref, count, isTarget, onChoose }: Props) {
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
          onClick={isFull ? undefined : openFiles}
        >
          <ImagePlus aria-hidden="true" className="size-5" />
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

/** Tips for a good photo: three icons with a word each. */
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
