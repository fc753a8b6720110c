import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, ImagePlus } from 'lucide-react';
import { type DragEvent, lazy, Suspense, useEffect, useId, useState } from 'react';
import { FieldNotes } from '#web/ui/Field.tsx';
import { PhotoPreview } from './PhotoPreview.tsx';
import { rejectionMessages } from '../upload/photo-checks.ts';
import { isUploadPending, type PhotoItem } from '../upload/photo-list.ts';
import type { PhotoUploads } from '../upload/photo-uploads.ts';

const PhotoDialog = lazy(async () => ({ default: (await import('./PhotoDialog.tsx')).PhotoDialog }));

type Props = {
  readonly uploads: PhotoUploads;
  readonly items: readonly PhotoItem[];
  readonly error?: string | undefined;
};

/** The photos of a form as thumbnails, with the button that opens the dialog for adding and sorting them. */
export function PhotoField({ uploads, items, error }: Props) {
  const { t } = useLingui();
  const id = useId();
  const [open, setOpen] = useState(false);
  // Loaded on first use, then kept mounted for the closing animation.
  const [used, setUsed] = useState(false);
  const [isTarget, setIsTarget] = useState(false);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  useKeptPage();
  const show = () => {
    setUsed(true);
    setOpen(true);
    setRefusals([]);
  };
  const drop = (event: DragEvent) => {
    setIsTarget(false);
    setRefusals(rejectionMessages(uploads.add(Array.from(event.dataTransfer.files))));
  };
  const [statusId, errorId] = [`${id}-status`, `${id}-error`];
  const problem = [...refusals, ...(error ? [error] : [])].join(' ') || undefined;
  return (
    <div
      onDragOver={(event) => setIsTarget(event.dataTransfer.types.includes('Files'))}
      onDragLeave={() => setIsTarget(false)}
      // Drops into the dialog bubble to here through React's tree.
      onDrop={open ? undefined : drop}
    >
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
              isTarget && !open ? 'border-brand bg-brand-soft' : 'border-control bg-surface hover:bg-sunken'
            } ${items.length === 0 ? 'w-full py-6' : ''}`}
          >
            <ImagePlus aria-hidden="true" className="size-6 text-brand" />
            {items.length === 0 ? <Trans>Add photos</Trans> : <Trans>Change photos</Trans>}
          </button>
        </div>
        <output id={statusId} className="mt-1.5 block text-sm text-muted">
          <FieldStatus items={items} />
        </output>
        <FieldNotes hintId="" errorId={errorId} hint={undefined} error={problem} />
      </fieldset>
      {used && (
        <Suspense fallback={null}>
          <PhotoDialog open={open} onOpenChange={setOpen} uploads={uploads} items={items} />
        </Suspense>
      )}
    </div>
  );
}

/** Prevents a file dropped next to the field from replacing the page. */
function useKeptPage(): void {
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    document.addEventListener('dragover', keep);
    document.addEventListener('drop', keep);
    return () => {
      document.removeEventListener('dragover', keep);
      document.removeEventListener('drop', keep);
    };
  }, []);
}

function FieldStatus({ items }: { readonly items: readonly PhotoItem[] }) {
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
  return <Trans>Show the food, not your door</Trans>;
}
