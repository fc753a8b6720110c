import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, ImagePlus, X } from 'lucide-react';
import { isUploadPending, type PhotoItem } from '#web/features/photos/upload/photo-list.ts';
import { PhotoPreview } from '#web/features/photos/choose/PhotoPreview.tsx';
import { usePhotoInputs } from '#web/features/photos/choose/use-photo-inputs.tsx';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { Progress } from '#web/ui/Progress.tsx';

/** Adds a photo to a message: a file, or on touch devices also the camera. */
export function AttachPhotoButton({ onChoose }: { readonly onChoose: (files: readonly File[]) => void }) {
  const { t } = useLingui();
  const { inputs, isTouch, openFiles, openCamera } = usePhotoInputs({ label: t`Choose a photo`, onChoose });
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
              onSelect: openCamera,
            },
            {
              label: t`Choose a photo`,
              icon: <ImagePlus aria-hidden="true" />,
              onSelect: openFiles,
            },
          ]}
        />
      ) : (
        <IconButton {...button} onClick={openFiles} />
      )}
      {inputs}
    </>
  );
}

type DraftPhotoProps = {
  readonly item: PhotoItem;
  readonly name: string;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
};

/** The photo of the draft: upload progress or error, and who will see it. */
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
            {failure.message}
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
        {failure && failure.retry !== 'never' && (
          <Button variant="secondary" onClick={onRetry}>
            <Trans>Try Again</Trans>
          </Button>
        )}
      </div>
      <IconButton label={t`Remove the photo`} icon={<X aria-hidden="true" />} onClick={onRemove} />
    </div>
  );
}
