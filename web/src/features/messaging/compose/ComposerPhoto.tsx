import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, ImagePlus, X } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { isUploadPending, type PhotoItem } from '#web/features/photos/photo-list.ts';
import { PhotoPreview } from '#web/features/photos/PhotoPreview.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Progress } from '#web/ui/Progress.tsx';

/** What the server reads, by name: for a form that asks for it, Apple's devices turn their own format into JPEG. */
const ACCEPT = 'image/jpeg,image/png,image/webp';

/** The button that adds a photo to a message: by choosing one or, on a phone, by its camera. */
export function AttachPhotoButton({ onChoose }: { readonly onChoose: (files: readonly File[]) => void }) {
  const { t } = useLingui();
  const isTouch = useMediaQuery('(pointer: coarse)');
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = Array.from(event.target.files ?? []);
    // So that the same file can be chosen again after it was removed.
    event.target.value = '';
    if (files.length > 0) onChoose(files);
  };
  const button = {
    label: t`Add a photo`,
    icon: <ImagePlus aria-hidden="true" />,
    className: '-ms-1.5 size-12 text-muted',
  };
  return (
    <>
      {isTouch ? (
        <Menu
          align="start"
          trigger={<IconButton {...button} />}
          items={[
            {
              label: t`Take a photo`,
              icon: <Camera aria-hidden="true" />,
              onSelect: () => camera.current?.click(),
            },
            {
              label: t`Choose a photo`,
              icon: <ImagePlus aria-hidden="true" />,
              onSelect: () => chooser.current?.click(),
            },
          ]}
        />
      ) : (
        <IconButton {...button} onClick={() => chooser.current?.click()} />
      )}
      <input
        ref={chooser}
        type="file"
        accept={ACCEPT}
        hidden
        aria-label={t`Choose a photo`}
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
    </>
  );
}

type DraftPhotoProps = {
  readonly item: PhotoItem;
  readonly name: string;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
};

/** The photo that goes with the message being written: how far it is, and who will see it. */
export function DraftPhoto({ item, name, onRetry, onRemove }: DraftPhotoProps) {
  const { t } = useLingui();
  const { failure, progress } = item;
  const isSending = isUploadPending(item);
  return (
    <div className="mb-2 flex items-center gap-3">
      <div className="size-18 shrink-0 overflow-hidden rounded-control bg-sunken">
        <PhotoPreview item={item} alt={t`Your photo`} onLost={onRemove} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5 text-sm">
        {failure ? (
          <p role="alert" className="text-tomato">
            {failure.sentence}
          </p>
        ) : (
          <p className="text-muted wrap-anywhere">
            <Trans>Only you and {name} will see it.</Trans>
          </p>
        )}
        {isSending && (
          <Progress
            label={t`Sending photo`}
            value={item.status === 'sending' && progress < 1 ? progress * 100 : null}
          />
        )}
        {failure && failure.again !== 'never' && (
          <Button variant="secondary" onClick={onRetry}>
            <Trans>Try Again</Trans>
          </Button>
        )}
      </div>
      <IconButton label={t`Remove the photo`} icon={<X aria-hidden="true" />} onClick={onRemove} />
    </div>
  );
}
