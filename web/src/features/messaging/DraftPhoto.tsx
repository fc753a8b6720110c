import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { isUnderWay, type PhotoItem } from '#web/features/photos/photo-list.ts';
import { PhotoPreview } from '#web/features/photos/PhotoPreview.tsx';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Progress } from '#web/ui/Progress.tsx';

type Props = {
  readonly item: PhotoItem;
  readonly name: string;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
};

/** The photo that goes with the message being written: how far it is, and who will see it. */
export function DraftPhoto({ item, name, onRetry, onRemove }: Props) {
  const { t } = useLingui();
  const { failure, progress } = item;
  const isSending = isUnderWay(item);
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
