import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, ImagePlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { FieldNotes } from '#web/ui/Field.tsx';
import { isUnderWay, type PhotoItem } from './photo-list.ts';
import type { PhotoUploads } from './photo-uploads.ts';

const PhotoDialog = lazy(async () => ({ default: (await import('./PhotoDialog.tsx')).PhotoDialog }));

type Props = {
  readonly uploads: PhotoUploads;
  readonly items: readonly PhotoItem[];
  readonly error?: string | undefined;
};

/** The photos of a form, small, with the way into the dialog where they are added and put in order. */
export function PhotoField({ uploads, items, error }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  // Loaded at the first use; then kept, so that closing can be seen.
  const [used, setUsed] = useState(false);
  const show = () => {
    setUsed(true);
    setOpen(true);
  };
  const underWay = items.filter(isUnderWay).length;
  const failed = items.filter(({ status }) => status === 'failed').length;
  return (
    <div>
      <p className="mb-1.5 font-semibold">
        <Trans>Photos</Trans>
        <span className="ms-1.5 font-normal text-muted">
          <Trans>(optional)</Trans>
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {items.map((item, place) => {
          const number = place + 1;
          return (
            <button
              key={item.key}
              type="button"
              onClick={show}
              aria-label={t`Photo ${number}, open the photos`}
              className="relative size-22 overflow-hidden rounded-control border border-line bg-sunken"
            >
              <img
                src={item.previewUrl}
                alt=""
                className={`size-full object-cover ${item.status === 'done' ? '' : 'opacity-50'}`}
              />
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
          className={`flex min-h-22 items-center justify-center gap-3 rounded-control border-2 border-dashed border-control bg-surface px-4 font-semibold hover:bg-sunken ${items.length === 0 ? 'w-full py-6' : ''}`}
        >
          <ImagePlus aria-hidden="true" className="size-6 text-brand" />
          {items.length === 0 ? <Trans>Add photos</Trans> : <Trans>Change photos</Trans>}
        </button>
      </div>
      <output className="mt-1.5 block text-sm text-muted">
        {underWay > 0 && (
          <Plural
            value={underWay}
            one="Sending # photo. You can go on."
            other="Sending # photos. You can go on."
          />
        )}
        {underWay === 0 && failed > 0 && (
          <Plural
            value={failed}
            one="# photo could not be sent. Open the photos to try again."
            other="# photos could not be sent. Open the photos to try again."
          />
        )}
        {underWay === 0 && failed === 0 && <Trans>Show the food, not your door</Trans>}
      </output>
      <FieldNotes hintId="" errorId="photos-error" hint={undefined} error={error} />
      {used && (
        <Suspense fallback={null}>
          <PhotoDialog open={open} onOpenChange={setOpen} uploads={uploads} items={items} />
        </Suspense>
      )}
    </div>
  );
}
