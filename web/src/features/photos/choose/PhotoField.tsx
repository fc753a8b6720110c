import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, ImagePlus } from 'lucide-react';
import { useId } from 'react';
import { FieldNotes } from '#web/ui/Field.tsx';
import { isUploadPending, type PhotoItem } from '../upload/photo-list.ts';
import type { PhotoUploads } from '../upload/photo-uploads.ts';
import { PhotoPreview } from './PhotoPreview.tsx';
import { usePhotoDialog } from './use-photo-dialog.tsx';

type Props = {
  readonly uploads: PhotoUploads;
  readonly items: readonly PhotoItem[];
  readonly error?: string | undefined;
};

/** The photos of a form as thumbnails, with the button that opens the dialog for adding and sorting them. */
export function PhotoField({ uploads, items, error }: Props) {
  const { t } = useLingui();
  const id = useId();
  const { dialog, show, refusals, isTarget, dropTarget } = usePhotoDialog({ uploads, items });
  const [statusId, errorId] = [`${id}-status`, `${id}-error`];
  const problem = [...refusals, ...(error ? [error] : [])].join(' ') || undefined;
  return (
    <div {...dropTarget}>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-semibold">
          <Trans>Photos</Trans>
          <span className="ms-1.5 font-normal text-muted">
            <Trans>(optional)</Trans>
          </span>
        </legend>
        <div className="flex flex-wrap gap-2">
          {items.map((item, place) => {
            const number = place + 1;
            return (
              <button
                key={item.key}
                type="button"
                onClick={show}
                aria-label={
                  item.status === 'failed'
                    ? t`Open photos: photo ${number} wasn't sent`
                    : t`Open photos: photo ${number}`
                }
                className="relative size-22 overflow-hidden rounded-control border border-line bg-sunken"
              >
                <PhotoPreview item={item} alt="" onLost={() => uploads.markMissing(item.key)} />
                {item.status === 'failed' && (
                  <CircleAlert
                    aria-hidden="true"
                    className="absolute end-1 bottom-1 size-6 rounded-full bg-surface text-tomato"
                  />
                )}
              </button>
            );
          })}
          <button
            type="button"
            onClick={show}
            aria-describedby={problem ? `${errorId} ${statusId}` : statusId}
            className={`flex min-h-22 items-center justify-center gap-3 rounded-control border-2 border-dashed px-4 font-semibold ${
              isTarget ? 'border-brand bg-brand-soft' : 'border-control bg-surface hover:bg-sunken'
            } ${items.length === 0 ? 'w-full py-6' : ''}`}
          >
            <ImagePlus aria-hidden="true" className="size-6 text-brand" />
            {items.length === 0 ? <Trans>Add photos</Trans> : <Trans>Change photos</Trans>}
          </button>
        </div>
        <output id={statusId} className="mt-1.5 block text-sm text-muted">
          {items.every(({ status }) => status === 'done') ? (
            <Trans>Show the food, not your door</Trans>
          ) : (
            <PhotoStatus items={items} />
          )}
        </output>
        <FieldNotes hintId="" errorId={errorId} hint={undefined} error={problem} />
      </fieldset>
      {dialog}
    </div>
  );
}

/** The upload status of a form's photos in one sentence; null once all are stored. */
export function PhotoStatus({ items }: { readonly items: readonly PhotoItem[] }) {
  const underWay = items.filter(isUploadPending).length;
  const failed = items.filter(({ status }) => status === 'failed').length;
  if (underWay > 0)
    return (
      <Plural
        value={underWay}
        one="Sending # photo. You can keep going."
        other="Sending # photos. You can keep going."
      />
    );
  if (failed > 0)
    return (
      <Plural
        value={failed}
        one="We couldn't send # photo. Open photos to try again."
        other="We couldn't send # photos. Open photos to try again."
      />
    );
  return null;
}
